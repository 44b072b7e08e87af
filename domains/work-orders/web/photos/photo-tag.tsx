import { Tag } from "#web/icons.ts";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import { type PhotoLabel, photoLabels } from "../../contract.ts";

const labelNames = { before: "Before", after: "After" } as const satisfies Record<PhotoLabel, string>;
export const formatPhotoLabel = (label: PhotoLabel): string => `${labelNames[label]} work`;

interface PhotoTagProps {
  /** For screen readers, such as `photo 2`. */
  photo: string;
  label: PhotoLabel | null;
  isDisabled?: boolean;
  /** Absent for users who can't change it. */
  onTag?: ((label: PhotoLabel | null) => void) | undefined;
}

/** Tags a photo as taken before or after the work, at the bottom of its thumbnail. */
export function PhotoTag({ photo, label, isDisabled = false, onTag }: PhotoTagProps) {
  const badge = (
    <span className="flex items-center gap-1 rounded-badge bg-raised px-1.5 py-0.5 font-medium text-ink text-xs">
      {label === null ? <Tag aria-hidden="true" className="size-3.5" /> : labelNames[label]}
    </span>
  );
  if (onTag === undefined)
    return (
      label !== null && <span className="pointer-events-none absolute bottom-1.5 left-1.5">{badge}</span>
    );
  return (
    <Menu
      label="Tag"
      align="start"
      trigger={(props) => (
        <button
          {...props}
          type="button"
          disabled={isDisabled}
          aria-label={`Tag ${photo}: ${label === null ? "none" : `${label} work`}`}
          title="Tag"
          className="absolute bottom-0 left-0 flex min-h-11 min-w-11 items-end rounded-control p-1.5 disabled:opacity-55"
        >
          {badge}
        </button>
      )}
    >
      {photoLabels.map((option) => (
        <MenuItem key={option} isDisabled={option === label} onSelect={() => onTag(option)}>
          {formatPhotoLabel(option)}
        </MenuItem>
      ))}
      <MenuItem isDisabled={label === null} onSelect={() => onTag(null)}>
        No tag
      </MenuItem>
    </Menu>
  );
}
