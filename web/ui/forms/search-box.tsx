import { useLayoutEffect, useState } from "react";
import { Search } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";
import { Input } from "#web/ui/forms/input.tsx";

const debounceMs = 250;

interface SearchBoxProps {
  /**
   * The current search text. If it changes elsewhere, for example through a link, the box shows the new text.
   */
  value: string;
  onSearch: (text: string) => void;
  /** The accessible name, such as `Search people`. */
  label: string;
  /** Explains what can be searched, if the label isn't enough. */
  placeholder?: string;
  maxLength?: number;
  className?: string;
}

/** A search field that searches when the user stops typing. */
export function SearchBox({
  value,
  onSearch,
  label,
  placeholder = label,
  maxLength = 100,
  className,
}: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    // The URL has changed, through this box or a link.
    setLastValue(value);
    if (value !== text.trim()) setText(value);
  }
  // A layout effect is cleaned up as soon as the user leaves the list. Other effects continue while the next
  // page loads.
  useLayoutEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <div className={classes("relative", className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-faint"
      />
      <Input
        type="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        // Browsers reserve space for their clear button, but the placeholder needs that space.
        className="pl-9 placeholder-shown:[&::-webkit-search-cancel-button]:hidden"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}
