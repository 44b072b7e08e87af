import { Search } from "#web/icons.ts";
import { Input } from "#web/ui/input.tsx";

interface PropertySearchProps {
  value: string;
  onChange: (text: string) => void;
  /** The number of matches, announced to screen readers. */
  count: number;
}

export function PropertySearch({ value, onChange, count }: PropertySearchProps) {
  return (
    <div className="relative min-w-0 flex-1 basis-60 max-sm:basis-0 sm:max-w-88 lg:ml-auto">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-faint"
      />
      <Input
        type="search"
        aria-label="Search properties"
        placeholder="Name, address, city, state or ZIP"
        maxLength={200}
        className="pl-9"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <output className="sr-only">{count === 1 ? "1 property" : `${count} properties`}</output>
    </div>
  );
}
