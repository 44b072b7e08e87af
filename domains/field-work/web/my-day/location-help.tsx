import { statusLabel } from "#domains/work-orders/status.ts";
import { formatDay } from "#shared/format/dates.ts";
import { ContactLinks } from "#web/ui/faces/contact-links.tsx";
import type { Contact, MyDayWorkOrder } from "../../my-day-contract.ts";

/** The access notes of a work order's unit and building, the unit's first. */
export const getAccessNotes = ({ order: { access } }: MyDayWorkOrder): string[] =>
  [access?.unit, access?.building].filter((note) => note != null);

/** Whether there is anything for `LocationHelp` to show. */
export const hasLocationHelp = (entry: MyDayWorkOrder): boolean =>
  getAccessNotes(entry).length + entry.contacts.length + entry.earlier.length > 0;

/** How to get in, whom to call, and previous work at this location. */
export function LocationHelp({ entry }: { entry: MyDayWorkOrder }) {
  const { contacts, earlier } = entry;
  const accessNotes = getAccessNotes(entry);
  return (
    <div className="space-y-3">
      {accessNotes.length > 0 && (
        <p className="wrap-anywhere">
          <span className="sr-only">Access: </span>
          {accessNotes.map((note) => (
            <span key={note} className="block whitespace-pre-line">
              {note}
            </span>
          ))}
        </p>
      )}
      {contacts.length > 0 && (
        <ul aria-label="Contacts">
          {contacts.map(({ name, role, phone, email }) => (
            <li key={`${role} ${name}`} className="flex min-h-11 items-center gap-1">
              <p className="min-w-0 flex-1">
                <span className="block truncate">{name}</span>
                <span className="block text-sm opacity-80">{roleLabels[role]}</span>
              </p>
              <ContactLinks name={name} phone={phone} email={email} />
            </li>
          ))}
        </ul>
      )}
      {earlier.length > 0 && (
        <div>
          <p className="text-sm opacity-80">Previous work here</p>
          <ul className="space-y-1">
            {earlier.map(({ id, title, status, completedAt }) => (
              <li key={id} className="wrap-anywhere">
                {title}
                <span className="block text-sm opacity-80">
                  {completedAt === null ? statusLabel(status) : `Completed ${formatDay(completedAt)}`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

const roleLabels = {
  reporter: "Requester",
  company: "Tenant",
  manager: "Property manager",
} as const satisfies Record<Contact["role"], string>;
