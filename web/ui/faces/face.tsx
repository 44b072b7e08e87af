import { UserPlus } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";

interface AvatarProps {
  /** The person, or null if no one is assigned. */
  person?: { id: number; fullName: string } | null;
  company?: { id: number; name: string };
  /** In pixels. */
  size?: number;
  /** Whether to show only the first initial, as required in the sidebar's footer (NAV-26). */
  hasOneInitial?: boolean;
  /** Draws a ring around a person who is on the clock. */
  isOnClock?: boolean;
  /** The text for screen readers and the tooltip, if the name isn't next to the avatar. */
  label?: string;
}

/** Twelve hues, spread so that neighboring ids differ. */
const getHue = (id: number): number => ((id * 5) % 12) * 30;

const getWords = (name: string): string[] => name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));

/** Returns the initials of the first and last name, or of a company's first two words. */
export function getInitials(name: string, isCompany = false): string {
  const [first = "?", ...others] = getWords(name);
  const second = isCompany ? others[0] : others.at(-1);
  return [first, second].map((word) => [...(word ?? "")][0]?.toUpperCase()).join("");
}

/**
 * An avatar: a circle for a person or a square for a company, with initials and a color that depends on the
 * id.
 */
export function Face({
  person,
  company,
  size = 32,
  hasOneInitial = false,
  isOnClock = false,
  label,
}: AvatarProps) {
  const id = company?.id ?? person?.id;
  const name = company?.name ?? person?.fullName;
  const colors = id !== undefined && {
    background: `oklch(var(--face) ${getHue(id)})`,
    color: `oklch(var(--face-ink) ${getHue(id)})`,
  };
  return (
    <span
      role={label === undefined ? undefined : "img"}
      aria-hidden={label === undefined ? true : undefined}
      aria-label={label}
      title={label}
      style={{ width: size, height: size, fontSize: size * 0.4, ...colors }}
      className={classes(
        "inline-grid shrink-0 place-items-center font-semibold leading-none",
        company === undefined ? "rounded-full" : "rounded-[25%]",
        name === undefined && "border border-line-control text-ink-soft",
        isOnClock && "outline-2 outline-lamp outline-offset-2",
      )}
    >
      {name === undefined ? (
        <UserPlus className="size-[55%]" />
      ) : hasOneInitial ? (
        [...getInitials(name)][0]
      ) : (
        getInitials(name, company !== undefined)
      )}
    </span>
  );
}
