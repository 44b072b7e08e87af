/**
 * The same content sent twice carries the same key, so that a double press or a lost answer makes one record; a changed one
 * is another record.
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

/** Names one attempt. Not `randomUUID`: that one exists on https only. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
