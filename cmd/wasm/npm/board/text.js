// The texts of the board, in English.

/** A message, the tag of a template literal. */
export const t = (parts, ...values) => String.raw({ raw: parts }, ...values);

/** A message about n things. */
export const count = (n, one, many) => (n === 1 ? one : many).replaceAll("{1}", String(n));
