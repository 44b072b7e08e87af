import { useCallback, useState } from "react";
import type * as z from "zod/mini";
import { choicePrefix } from "#web/session/saved-session.ts";
import { useUser } from "#web/session/session.tsx";

/** How this user likes something, such as the columns of a list; the browser remembers it, after signing out too. */
export function useKeptChoice<Value>(
  name: string,
  schema: z.ZodMiniType<Value>,
): [Value | undefined, (value: Value) => void] {
  const key = `${choicePrefix}${useUser().id}:${name}`;
  const [choice, setChoice] = useState(() => readChoice(key, schema));
  const choose = useCallback(
    (value: Value) => {
      setChoice(value);
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // Without storage it lasts as long as the page.
      }
    },
    [key],
  );
  return [choice, choose];
}

function readChoice<Value>(key: string, schema: z.ZodMiniType<Value>): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(localStorage.getItem(key) ?? "null")).data;
  } catch {
    return undefined;
  }
}
