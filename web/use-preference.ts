import { useCallback, useState } from "react";
import type * as z from "zod/mini";
import { useUser } from "#web/session/session.tsx";
import { preferenceKey } from "#web/session/storage-keys.ts";

/**
 * A preference of this user, such as the columns of a list. The browser remembers it even after the user
 * signs out.
 */
export function usePreference<Value>(
  name: string,
  schema: z.ZodMiniType<Value>,
): [Value | undefined, (value: Value) => void] {
  const key = preferenceKey(useUser().id, name);
  const [preference, setPreference] = useState(() => readPreference(key, schema));
  const save = useCallback(
    (value: Value) => {
      setPreference(value);
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // Without storage, the preference lasts as long as the page.
      }
    },
    [key],
  );
  return [preference, save];
}

function readPreference<Value>(key: string, schema: z.ZodMiniType<Value>): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(localStorage.getItem(key) ?? "null")).data;
  } catch {
    return undefined;
  }
}
