/**
 * Creates a function that returns the same idempotency key as long as the content is the same. A double-click
 * or a retry after a lost response then creates one record, and changed content creates another. A form that
 * stays open after a success needs a new function, so that the same content can create another record.
 */
export function createIdempotencyKeys(): (content: unknown) => string {
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
