// Times as fields have them, which are those of where their reader is, and as they are sent.

/** The value of a field of a moment; "" for none. @param {string} [text] of RFC 3339 */
export function local(text) {
  if (!text) return "";
  const at = new Date(text);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The moment of a field's value, of RFC 3339; "" for none. @param {string} value */
export const moment = (value) => (value ? new Date(value).toISOString() : "");
