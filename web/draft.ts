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
  /** Whether the form began with what was typed before. */
  isRestored: boolean;
  /** The form was sent: nothing is kept any more. */
  drop: () => void;
  /** The same before something else, which is not done once the form was left: `useSave(draft.dropAnd(onClose))`. */
  dropAnd: (next: () => void) => () => void;
  /** Empties the form as well. */
  discard: () => void;
}

/**
 * Keeps what is typed in a form on this device until it is sent or discarded, for the user who typed it; signing out removes
 * it (`clearStorage`), the end of a session does not. Files are not kept here (`kept-files.ts`), passwords and codes never. Called
 * after the component's own `useWatch`, which would miss what is restored.
 * @param name of the form, with the id of the record it is about: `comment:7`
 * @param version of the record that is edited: what was typed for an earlier one is not shown again
 */
export function useDraft<Values extends FieldValues, Checked extends FieldValues>(
  form: UseFormReturn<Values, unknown, Checked>,
  name: string,
  version?: number,
): Draft {
  const { subscribe, reset, getValues } = form;
  const { typedBefore, keep, ...draft } = useStored(name, version);

  useLayoutEffect(() => {
    if (typedBefore !== undefined)
      reset({ ...getValues(), ...typedBefore }, { keepDefaultValues: true, keepFieldsRef: true });
  }, [typedBefore, reset, getValues]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, defaultValues }) => keep(changed(values, defaultValues ?? {})),
      }),
    [subscribe, keep],
  );

  const discard = () => {
    reset();
    draft.drop();
  };
  return { ...draft, discard };
}

/** Fills in a field for the user: the form then begins with that value, which is not a draft. */
export function fillIn<Values extends FieldValues, Checked extends FieldValues, Name extends Path<Values>>(
  { control, resetDefaultValues, setValue }: UseFormReturn<Values, unknown, Checked>,
  name: Name,
  value: PathValue<Values, Name>,
): void {
  resetDefaultValues({ ...control._defaultValues, [name]: value } as unknown as Values);
  setValue(name, value);
}

interface KeptValues<Values> {
  values: Values;
  setValues: Dispatch<SetStateAction<Values>>;
  /** Begins anew with the values of a later version. */
  begin: (values: Values) => void;
  draft: Draft;
}

/** The same for a form written by hand, whose values are state. */
export function useDraftValues<Values extends FieldValues>(
  first: () => Values,
  name: string,
  version: number,
): KeptValues<Values> {
  const { typedBefore, keep, ...draft } = useStored(name, version);
  const [start, setStart] = useState(first);
  const [values, setValues] = useState<Values>({ ...start, ...typedBefore });
  useEffect(() => keep(changed(values, start)), [values, start, keep]);

  const begin = (next: Values) => {
    setStart(next);
    setValues(next);
  };
  return { values, setValues, begin, draft: { ...draft, discard: () => setValues(start) } };
}

/** The values of a form in local storage: those read at first, and how to write what is typed since. */
function useStored(name: string, version: number | undefined) {
  const key = `draft:${useUser().id}:${name}`;
  const [typedBefore] = useState(() => readDraft(key, version));
  const [isRestored, setIsRestored] = useState(typedBefore !== undefined);
  const keep = useCallback(
    (values: FieldValues) => {
      writeDraft(key, { version, values });
      if (isEmpty(values)) setIsRestored(false);
    },
    [key, version],
  );
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const drop = () => keep({});
  const dropAnd = (next: () => void) => () => {
    drop();
    if (isOpen.current) next();
  };
  return { typedBefore, keep, isRestored, drop, dropAnd };
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

const isEmpty = (values: FieldValues) => Object.keys(values).length === 0;

interface Stored {
  version: number | undefined;
  values: FieldValues;
}

function readDraft(key: string, version: number | undefined): FieldValues | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? "null") as Stored | null;
    return stored !== null && stored.version === version ? stored.values : undefined;
  } catch {
    return undefined;
  }
}

/** Storage may be full or forbidden; the form works without it. */
function writeDraft(key: string, stored: Stored): void {
  try {
    if (isEmpty(stored.values)) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // Leaving the page then loses what was typed, as it would without this convenience.
  }
}
