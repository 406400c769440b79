// Times in form fields, which are local, and in requests (RFC 3339).

/** The value of a date and time field; "" for none. @param {string} [text] RFC 3339 */
export function toLocal(text) {
  if (!text) return "";
  const at = new Date(text);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The time of a field's value in RFC 3339; "" for none. @param {string} value */
export const fromLocal = (value) => (value ? new Date(value).toISOString() : "");
