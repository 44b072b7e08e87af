/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox with a list of its own, as the ARIA practices describe it */

import { type KeyboardEvent, useCallback, useId, useRef, useState } from "react";
import { ChevronDown } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";
import { useFieldWiring } from "#web/ui/field.tsx";
import { floatingClasses, topLayer, useFloating } from "#web/ui/floating.ts";
import { inputClasses } from "#web/ui/input.tsx";
import { ListOption } from "#web/ui/list-option.tsx";

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second line; it is searched as well. */
  detail?: string | undefined;
}

interface ComboboxProps {
  options: readonly ComboboxOption[];
  value: string;
  onChange: (value: string) => void;
  /** For choices from the server: called with what is typed. */
  onType?: ((typed: string) => void) | undefined;
  placeholder?: string | undefined;
  className?: string | undefined;
}

const shownMax = 60;

/** One of many choices, found by typing. Text that is typed but not chosen is discarded on leaving. */
export function Combobox({ options, value, onChange, onType, placeholder, className }: ComboboxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const isOpen = typed !== null;
  const close = useCallback(() => setTyped(null), []);
  useFloating({ isOpen, onClose: close, trigger: input, panel: list, align: "start" });
  const chosen = options.find((option) => option.value === value);
  const found = isOpen ? optionsFor(options, typed, value).slice(0, shownMax) : [];
  const current = found[Math.min(at, found.length - 1)];

  const open = () => {
    setTyped("");
    setAt(0);
  };
  const choose = (option: ComboboxOption | undefined) => {
    if (option === undefined) return;
    onChange(option.value);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key as keyof typeof steps];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen) open();
      else if (found.length > 0) setAt((Math.min(at, found.length - 1) + step + found.length) % found.length);
    } else if (event.key === "Enter" && isOpen && !event.nativeEvent.isComposing) {
      // Choosing must not submit the form around it.
      event.preventDefault();
      choose(current);
    }
  };

  return (
    <div className={classes("relative", className)}>
      <input
        {...useFieldWiring()}
        ref={input}
        type="text"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={current === undefined ? undefined : `${listId}-${current.value}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={isOpen ? (chosen?.label ?? placeholder) : placeholder}
        value={typed ?? chosen?.label ?? value}
        onChange={(event) => {
          setTyped(event.target.value);
          onType?.(event.target.value);
          setAt(0);
        }}
        onClick={() => !isOpen && open()}
        onKeyDown={onKeyDown}
        onBlur={close}
        className={classes(inputClasses, "truncate pr-9")}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-faint"
      />
      {isOpen && (
        <div
          ref={list}
          id={listId}
          {...topLayer}
          role="listbox"
          tabIndex={-1}
          aria-label="Choices"
          // The input keeps the focus while the list is pressed.
          onMouseDown={(event) => event.preventDefault()}
          className={classes(floatingClasses, "max-h-72 w-[min(24rem,calc(100vw-1rem))] p-1.5")}
        >
          {found.map((option) => (
            <ListOption
              key={option.value}
              id={`${listId}-${option.value}`}
              isCurrent={option === current}
              isSelected={option.value === value}
              onChoose={() => choose(option)}
              className={classes(
                "min-h-(--control-sm) flex-col justify-center py-1 hover:bg-hover",
                option.value === value && "font-medium",
              )}
            >
              <span>{option.label}</span>
              {option.detail !== undefined && (
                <span className="font-normal text-ink-soft text-sm">{option.detail}</span>
              )}
            </ListOption>
          ))}
          {found.length === 0 && <p className="px-2.5 py-3 text-ink-soft">Nothing found for “{typed}”.</p>}
        </div>
      )}
    </div>
  );
}

/** The choices that contain every typed word; before typing all of them, the chosen one first. */
function optionsFor(options: readonly ComboboxOption[], typed: string, chosen: string): ComboboxOption[] {
  if (typed.trim() === "")
    return options.toSorted((a, b) => Number(b.value === chosen) - Number(a.value === chosen));
  const words = typed.toLowerCase().split(/\s+/);
  return options.filter(({ label, detail }) => {
    const text = `${label} ${detail ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
