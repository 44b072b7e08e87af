import type { SignedInCtx } from "#server/http/context.ts";
import { type CsvTable, rowsOf } from "#server/http/csv.ts";
import type { Input } from "#server/http/route.ts";
import type { exportInvitations, Invitation } from "../invitation-contract.ts";
import type { exportPeople, Person } from "../people-contract.ts";
import { listInvitations } from "./list-invitations.ts";
import { listPeople } from "./list-people.ts";

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const instant = (at: string | null) => (at === null ? null : new Date(at));
const named = (all: boolean, buildings: readonly { name: string }[]) =>
  all ? "All buildings" : buildings.map(({ name }) => name).join(", ");

/** The people that the list shows, for spreadsheets. */
export const peopleAsTable = (ctx: SignedInCtx, input: Input<typeof exportPeople>): CsvTable<Person> => ({
  name: "people",
  columns: {
    Name: ({ fullName }) => fullName,
    "E-mail": ({ email }) => email,
    "E-mail confirmed": ({ emailConfirmed }) => emailConfirmed,
    Role: ({ role }) => capital(role),
    State: ({ state }) => capital(state),
    Company: ({ company }) => company,
    Units: ({ units, claimedUnit }) =>
      claimedUnit === null ? units.map(({ label }) => label).join(", ") : `${claimedUnit.label} (claimed)`,
    // The list names the first buildings and counts them all.
    Buildings: ({ allBuildings, buildings, buildingCount }) =>
      named(allBuildings, buildings) +
      (buildingCount > buildings.length ? ` and ${buildingCount - buildings.length} more` : ""),
    "Registered (UTC)": ({ createdAt }) => instant(createdAt),
    "Last sign-in (UTC)": ({ lastSignInAt }) => instant(lastSignInAt),
  },
  rows: rowsOf((part) => listPeople(ctx, { ...input, ...part }), input),
});

/** The invitations that the list shows, for spreadsheets; their links are in no list. */
export const invitationsAsTable = (
  ctx: SignedInCtx,
  input: Input<typeof exportInvitations>,
): CsvTable<Invitation> => ({
  name: "invitations",
  columns: {
    "E-mail": ({ email }) => email,
    Role: ({ role }) => capital(role),
    State: ({ state }) => capital(state),
    Unit: ({ unit }) => unit?.label ?? null,
    Buildings: ({ allBuildings, buildings }) => named(allBuildings, buildings),
    "Invited by": ({ invitedBy }) => invitedBy,
    "Invited (UTC)": ({ createdAt }) => instant(createdAt),
    "Valid until (UTC)": ({ expiresAt }) => instant(expiresAt),
    "Accepted (UTC)": ({ acceptedAt }) => instant(acceptedAt),
    Mail: ({ mail }) => (mail === null ? null : capital(mail.state)),
  },
  rows: rowsOf((part) => listInvitations(ctx, { ...input, ...part }), input),
});
