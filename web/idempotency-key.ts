/**
 * Returns the same idempotency key when the same content is sent twice, so that a double-click or a lost
 * response creates one record. Changed content creates another record. A form that stays open after a success
 * needs a new function, because the same content is then another record.
 */
export function createKeyPerContent(): (content: unknown) => string {
  let lastText: string | undefined;
  let key = "";
  return (content) => {
    const text = JSON.stringify(content);
    if (text !== lastText) {
      lastText = text;
      key = newIdempotencyKey();
    }
    return key;
  };
}

/** Returns a new random key. `randomUUID` isn't used because it requires https. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
