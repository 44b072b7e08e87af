import { Link } from "wouter";
import { Building2, FileUp, type LucideIcon, Settings, UserPlus } from "#web/icons.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { SetUpFrame } from "./set-up-frame.tsx";
import type { AddedBuilding } from "./set-up-page.tsx";

interface DoneStepProps {
  organisation: string;
  added: AddedBuilding | undefined;
}

/** The last step: links to the usual next tasks. */
export function DoneStep({ organisation, added }: DoneStepProps) {
  return (
    <SetUpFrame step={4} title={`${organisation} is set up`} description={addedText(added)}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {added === undefined ? (
          <Next
            href={paths.addProperty}
            icon={Building2}
            title="Add a property"
            text="A building with its address; then its units."
          />
        ) : (
          <Next
            href={paths.property(added.propertyId)}
            icon={Building2}
            title={`Open ${added.name}`}
            text="Fill in rents and sizes, add a photo."
          />
        )}
        <Next
          href={paths.import}
          icon={FileUp}
          title="Import from a spreadsheet"
          text="Buildings, units and more at once, each row checked before."
        />
        <Next
          href={paths.users}
          icon={UserPlus}
          title="Invite people"
          text="Landlords, maintenance staff and tenants get a link by email."
        />
        <Next
          href={paths.settings}
          icon={Settings}
          title="Look at the settings"
          text="Address, contacts, who may register, the card fee."
        />
      </ul>
      <div className="mt-6 flex justify-end">
        <ButtonLink href={paths.dashboard} variant="primary" size="lg" className="max-sm:w-full">
          Go to Dashboard
        </ButtonLink>
      </div>
    </SetUpFrame>
  );
}

function addedText(added: AddedBuilding | undefined): string {
  if (added === undefined) return "You are signed in. This is what most people do next:";
  const { name, units } = added;
  const withUnits = units === 0 ? "" : units === 1 ? " with 1 unit" : ` with ${units} units`;
  return `${name} was added${withUnits}. This is what most people do next:`;
}

interface NextProps {
  href: string;
  icon: LucideIcon;
  title: string;
  text: string;
}

function Next({ href, icon: Icon, title, text }: NextProps) {
  return (
    <li>
      <Link
        href={href}
        className="flex h-full items-start gap-3 rounded-card border border-line p-4 transition-colors duration-150 hover:bg-hover"
      >
        <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent-text">
          <Icon aria-hidden="true" className="size-[18px]" />
        </span>
        <span className="min-w-0">
          <span className="block font-medium">{title}</span>
          <span className="block text-ink-soft text-sm">{text}</span>
        </span>
      </Link>
    </li>
  );
}
