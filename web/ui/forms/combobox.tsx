import { foldText } from "#shared/fold-text.ts";
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox with its own list, as the ARIA practices describe it */

import { type KeyboardEvent, useCallback, useId, useRef, useState } from "react";
import { ChevronDown } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";
import { useFieldAttributes } from "#web/ui/forms/field.tsx";
import { inputClasses } from "#web/ui/forms/input.tsx";
import { ListOption } from "#web/ui/forms/list-option.tsx";
import { floatingClasses, topLayer, useFloating } from "#web/ui/overlays/floating.ts";

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second line, which is also searched. */
  detail?: string;
}

interface ComboboxProps {
  options: readonly ComboboxOption[];
  value: string;
  onChange: (value: string) => void;
  /** Called with the typed text, if the options come from the server. */
  onType?: ((typedText: string) => void) | undefined;
  placeholder?: string;
  /** Called with keys that neither open the list nor select an option. */
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  /** Receives the input, so that a form can focus it. */
  inputRef?: ((element: HTMLInputElement | null) => void) | undefined;
  /** Whether a dialog that opens with it focuses it. */
  isFocusedFirst?: boolean | undefined;
  className?: string;
}

const maxOptions = 60;

/**
 * A select with many options, which typing filters. When the field loses focus, unselected text is discarded.
 */
export function Combobox({
  options,
  value,
  onChange,
  onType,
  placeholder,
  onKeyDown,
  inputRef,
  isFocusedFirst = false,
  className,
}: ComboboxProps) {
  const [typedText, setTypedText] = useState<string | null>(null);
  const [currentIndex, setCurrentIndex] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const isOpen = typedText !== null;
  const close = useCallback(() => setTypedText(null), []);
  useFloating({ isOpen, onClose: close, trigger: input, panel: list, align: "start" });
  const selectedOption = options.find((option) => option.value === value);
  const matches = isOpen ? filterOptions(options, typedText, value).slice(0, maxOptions) : [];
  const currentOption = matches[Math.min(currentIndex, matches.length - 1)];

  const openList = () => {
    setTypedText("");
    setCurrentIndex(0);
  };
  const selectOption = (option: ComboboxOption | undefined) => {
    if (option === undefined) return;
    onChange(option.value);
    close();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key as keyof typeof steps];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen) openList();
      else if (matches.length > 0)
        setCurrentIndex(
          (Math.min(currentIndex, matches.length - 1) + step + matches.length) % matches.length,
        );
    } else if (event.key === "Enter" && isOpen && !event.nativeEvent.isComposing) {
      // Selecting an option must not submit the form around it.
      event.preventDefault();
      selectOption(currentOption);
    } else onKeyDown?.(event);
  };

  return (
    <div className={classes("relative", className)}>
      <input
        {...useFieldAttributes()}
        data-autofocus={isFocusedFirst || undefined}
        ref={(element) => {
          input.current = element;
          inputRef?.(element);
        }}
        type="text"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={currentOption === undefined ? undefined : `${listId}-${currentOption.value}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={isOpen ? (selectedOption?.label ?? placeholder) : placeholder}
        value={typedText ?? selectedOption?.label ?? value}
        onChange={(event) => {
          setTypedText(event.target.value);
          onType?.(event.target.value);
          setCurrentIndex(0);
        }}
        onClick={() => !isOpen && openList()}
        onKeyDown={handleKeyDown}
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
          aria-label="Options"
          // Keeps focus in the input when the list is clicked.
          onMouseDown={(event) => event.preventDefault()}
          className={classes(floatingClasses, "max-h-72 w-[min(24rem,calc(100vw-1rem))] p-1.5")}
        >
          {matches.map((option) => (
            <ListOption
              key={option.value}
              id={`${listId}-${option.value}`}
              isCurrent={option === currentOption}
              isSelected={option.value === value}
              onSelect={() => selectOption(option)}
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
          {matches.length === 0 && <p className="px-2.5 py-3 text-ink-soft">No results for “{typedText}.”</p>}
        </div>
      )}
    </div>
  );
}

/**
 * Returns the options that contain every typed word: labels that start with the text come first, then labels
 * with a word that starts with it, then the rest. If nothing has been typed, returns all options, the
 * selected one first.
 */
function filterOptions(
  options: readonly ComboboxOption[],
  typedText: string,
  selectedValue: string,
): ComboboxOption[] {
  if (typedText.trim() === "")
    return options.toSorted((a, b) => Number(b.value === selectedValue) - Number(a.value === selectedValue));
  const typed = foldText(typedText.trim()).replace(/\s+/g, " ");
  const words = typed.split(" ");
  return options
    .filter(({ label, detail }) => {
      const text = foldText(`${label} ${detail ?? ""}`);
      return words.every((word) => text.includes(word));
    })
    .map((option) => ({ option, rank: rankLabel(foldText(option.label), typed) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

/** Returns 0 if the label starts with the text, 1 if another of its words does, and otherwise 2. All text is folded. */
function rankLabel(label: string, typed: string): number {
  if (label.startsWith(typed)) return 0;
  return label.replace(/[^\p{L}\p{N}]+/gu, " ").includes(` ${typed}`) ? 1 : 2;
}
