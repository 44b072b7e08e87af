import { Link } from "wouter";
import { dashboardPath } from "#domains/dashboard/paths.ts";
import { importPath } from "#domains/imports/paths.ts";
import { usersPath } from "#domains/people/paths.ts";
import { addPropertyPath, propertyPath } from "#domains/properties/paths.ts";
import { settingsPath } from "#domains/settings/paths.ts";
import { Building2, FileUp, type LucideIcon, Settings, UserPlus } from "#web/icons.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import type { AddedProperty } from "../contract.ts";
import { SetupFrame } from "./setup-frame.tsx";

interface DoneStepProps {
  organization: string;
  addedProperty: AddedProperty | undefined;
}

/** The last step, with links to the usual next tasks. */
export function DoneStep({ organization, addedProperty }: DoneStepProps) {
  return (
    <SetupFrame step={4} title={`${organization} is set up`} description={describeAddition(addedProperty)}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {addedProperty === undefined ? (
          <NextTask
            href={addPropertyPath}
            icon={Building2}
            title="Add a property"
            text="Add a property's address, then its units."
          />
        ) : (
          <NextTask
            href={propertyPath(addedProperty.propertyId)}
            icon={Building2}
            title={`Open ${addedProperty.name}`}
            text="Add rents, sizes, and a photo."
          />
        )}
        <NextTask
          href={importPath}
          icon={FileUp}
          title="Import from a spreadsheet"
          text="Import properties, units, and more from files. Every row is checked first."
        />
        <NextTask
          href={usersPath}
          icon={UserPlus}
          title="Invite people"
          text="Email invitations to landlords, maintenance staff, and tenants."
        />
        <NextTask
          href={settingsPath}
          icon={Settings}
          title="Review settings"
          text="Address, contacts, registration, and card fee."
        />
      </ul>
      <div className="mt-6 flex justify-end">
        <ButtonLink href={dashboardPath} variant="primary" size="lg" className="max-sm:w-full">
          Go to Dashboard
        </ButtonLink>
      </div>
    </SetupFrame>
  );
}

function describeAddition(addedProperty: AddedProperty | undefined): string {
  if (addedProperty === undefined) return "You're signed in. Here's what most people do next:";
  const { name, units } = addedProperty;
  if (units === 0) return `${name} was added. Here's what most people do next:`;
  return units === 1
    ? `${name} was added with 1 unit. Here's what most people do next:`
    : `${name} was added with ${units} units. Here's what most people do next:`;
}

interface NextTaskProps {
  href: string;
  icon: LucideIcon;
  title: string;
  text: string;
}

function NextTask({ href, icon: Icon, title, text }: NextTaskProps) {
  return (
    <li>
      <Link
        href={href}
        className="flex h-full items-start gap-3 rounded-card border border-line p-4 transition-colors hover:bg-hover"
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
