import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useUser } from "#web/session/session.tsx";

export interface Draft {
  /** Whether the form started with a saved draft. */
  isRestored: boolean;
  /** Removes the saved draft, because the form was sent. */
  clear: () => void;
  /**
   * Returns a callback that removes the draft, and then runs `next` unless the form has been closed. For
   * example `useSave(draft.clearThen(onClose))`.
   */
  clearThen: (next: () => void) => () => void;
  /** Removes the saved draft and resets the form. */
  discard: () => void;
}

/**
 * Saves the user's input in a form on this device until it's sent or discarded. Signing out removes it
 * (`clearStorage`), but an expired session doesn't. Files are saved elsewhere (`saved-files.ts`). Don't use
 * it for passwords or codes. Call it after the component's own `useWatch`, which would otherwise miss the
 * restored values.
 * @param name the form, with the id of its record, such as `comment:7`
 * @param version the version of the edited record. A draft of an earlier version isn't restored
 * @param onSentElsewhere called when the restored draft is removed because the form had been sent before it
 * was opened again, and its response has arrived
 */
export function useDraft<Values extends FieldValues, ParsedValues extends FieldValues>(
  form: UseFormReturn<Values, unknown, ParsedValues>,
  name: string,
  version?: number,
  onSentElsewhere?: () => void,
): Draft {
  const { subscribe, reset, getValues } = form;
  const {
    savedValues,
    save: saveDraft,
    ...draft
  } = useStored(name, version, (restored) => {
    // Text that the user has typed since is a new draft.
    if (!hasSameValues(getChangedValues(getValues(), form.formState.defaultValues ?? {}), restored)) return;
    // Also removes the draft, because no value is changed anymore.
    reset();
    onSentElsewhere?.();
  });

  useLayoutEffect(() => {
    if (savedValues !== undefined)
      reset({ ...getValues(), ...savedValues }, { keepDefaultValues: true, keepFieldsRef: true });
  }, [savedValues, reset, getValues]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, defaultValues }) => saveDraft(getChangedValues(values, defaultValues ?? {})),
      }),
    [subscribe, saveDraft],
  );

  const discard = () => {
    reset();
    draft.clear();
  };
  return { ...draft, discard };
}

/** Fills in a field for the user. The value becomes the field's default, so it isn't saved as a draft. */
export function prefill<
  Values extends FieldValues,
  ParsedValues extends FieldValues,
  Name extends Path<Values>,
>(
  { formState, resetDefaultValues, setValue }: UseFormReturn<Values, unknown, ParsedValues>,
  name: Name,
  value: PathValue<Values, Name>,
): void {
  resetDefaultValues({ ...formState.defaultValues, [name]: value } as unknown as Values);
  setValue(name, value);
}

interface DraftValues<Values> {
  values: Values;
  setValues: Dispatch<SetStateAction<Values>>;
  /** Restarts with the values of a later version. */
  restart: (values: Values) => void;
  draft: Draft;
}

/** Like `useDraft`, for a hand-written form whose values are React state. */
export function useDraftValues<Values extends FieldValues>(
  getInitialValues: () => Values,
  name: string,
  version?: number,
): DraftValues<Values> {
  const { savedValues, save: saveDraft, ...draft } = useStored(name, version);
  const [initialValues, setInitialValues] = useState(getInitialValues);
  const [values, setValues] = useState<Values>({ ...initialValues, ...savedValues });
  useEffect(() => saveDraft(getChangedValues(values, initialValues)), [values, initialValues, saveDraft]);

  const restart = (next: Values) => {
    setInitialValues(next);
    setValues(next);
  };
  return { values, setValues, restart, draft: { ...draft, discard: () => setValues(initialValues) } };
}

/** The open forms by the key of their draft. A form that is being sent can be closed and opened again. */
const openForms = new Map<string, Set<() => void>>();

/**
 * Returns the draft of a form in local storage, and functions that save and remove it. `onClearedElsewhere` is
 * called with the restored values when another instance of the form removes the draft.
 */
function useStored(
  name: string,
  version: number | undefined,
  onClearedElsewhere?: (savedValues: FieldValues | undefined) => void,
) {
  const key = `draft:${useUser().id}:${name}`;
  const [savedValues] = useState(() => readDraft(key, version));
  const [isRestored, setIsRestored] = useState(savedValues !== undefined);
  const save = useCallback(
    (values: FieldValues) => {
      writeDraft(key, { version, values });
      if (isEmpty(values)) setIsRestored(false);
    },
    [key, version],
  );
  const isOpen = useRef(false);
  const latestCallback = useRef(onClearedElsewhere);
  useEffect(() => {
    latestCallback.current = onClearedElsewhere;
  });
  const [notify] = useState(() => () => latestCallback.current?.(savedValues));
  useEffect(() => {
    const forms = openForms.get(key) ?? new Set();
    openForms.set(key, forms.add(notify));
    isOpen.current = true;
    return () => {
      forms.delete(notify);
      isOpen.current = false;
    };
  }, [key, notify]);
  const clear = () => {
    save({});
    for (const notifyForm of openForms.get(key) ?? []) if (notifyForm !== notify) notifyForm();
  };
  const clearThen = (next: () => void) => () => {
    clear();
    if (isOpen.current) next();
  };
  return { savedValues, save, isRestored, clear, clearThen };
}

/** Returns the values that differ from the form's initial values. */
const getChangedValues = (values: FieldValues, defaults: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !containsFile(value) && JSON.stringify(value) !== JSON.stringify(defaults[name]),
    ),
  );

const hasSameValues = (values: FieldValues, savedValues: FieldValues = {}): boolean =>
  Object.keys(values).length === Object.keys(savedValues).length &&
  Object.entries(values).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(savedValues[name]),
  );

const containsFile = (value: unknown): boolean =>
  value instanceof Blob || (Array.isArray(value) && value.some((item) => item instanceof Blob));

const isEmpty = (values: FieldValues) => Object.keys(values).length === 0;

interface StoredDraft {
  version: number | undefined;
  values: FieldValues;
}

function readDraft(key: string, version: number | undefined): FieldValues | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? "null") as StoredDraft | null;
    return stored !== null && stored.version === version ? stored.values : undefined;
  } catch {
    return undefined;
  }
}

/** Storage can be full or blocked. The form works without it. */
function writeDraft(key: string, stored: StoredDraft): void {
  try {
    if (isEmpty(stored.values)) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // The input isn't saved, as in a form without drafts.
  }
}
