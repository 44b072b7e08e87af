/**
 * The same content sent twice has the same idempotency key, so that a double press or a lost response creates one record;
 * changed content is another record. A form that stays open after a success takes a new function then, as the same content
 * is another record from then on.
 */
export function oneKeyPerContent(): (content: unknown) => string {
  let last: string | undefined;
  let key = "";
  return (content) => {
    const text = JSON.stringify(content);
    if (text !== last) {
      last = text;
      key = newKey();
    }
    return key;
  };
}

/** The key of one attempt. Not `randomUUID`, which exists on https only. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
