import { useEffect, useLayoutEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useUser } from "#web/session/session.tsx";

export interface Draft {
  /** Whether the form began with what was typed before. */
  isRestored: boolean;
  /** The form was sent: nothing is kept any more. */
  drop: () => void;
  /** Empties the form as well. */
  discard: () => void;
}

/**
 * Keeps what is typed in a form on this device until it is sent or discarded, for the user who typed it; signing out removes
 * it (`clearStorage`), the end of a session does not. Files are not kept. Called after the component's own `useWatch`, which
 * would miss what is restored.
 * @param name of the form, with the id of the record it is about: `comment:7`
 */
export function useDraft<Values extends FieldValues, Checked extends FieldValues>(
  form: UseFormReturn<Values, unknown, Checked>,
  name: string,
): Draft {
  const key = `draft:${useUser().id}:${name}`;
  const { subscribe, reset, getValues } = form;
  const [kept] = useState(() => readDraft(key));
  const [isRestored, setIsRestored] = useState(kept !== undefined);

  useLayoutEffect(() => {
    if (kept !== undefined)
      reset({ ...getValues(), ...kept }, { keepDefaultValues: true, keepFieldsRef: true });
  }, [kept, reset, getValues]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, defaultValues }) => writeDraft(key, changed(values, defaultValues ?? {})),
      }),
    [subscribe, key],
  );

  const drop = () => {
    writeDraft(key, {});
    setIsRestored(false);
  };
  const discard = () => {
    reset();
    drop();
  };
  return { isRestored, drop, discard };
}

/** The values that differ from those the form began with. */
const changed = (values: FieldValues, defaults: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !holdsFile(value) && JSON.stringify(value) !== JSON.stringify(defaults[name]),
    ),
  );

const holdsFile = (value: unknown): boolean =>
  value instanceof Blob || (Array.isArray(value) && value.some((one) => one instanceof Blob));

function readDraft(key: string): FieldValues | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return typeof kept === "object" && kept !== null ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Storage may be full or forbidden; the form works without it. */
function writeDraft(key: string, values: FieldValues): void {
  try {
    if (Object.keys(values).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(values));
  } catch {
    // Leaving the page then loses what was typed, as it would without this convenience.
  }
}
