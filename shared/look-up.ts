/** Returns the entry of `record` for `key`, which can be any text, or undefined if there is none. */
export const lookUp = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
