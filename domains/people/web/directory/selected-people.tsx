import {
  disablePerson,
  enablePerson,
  exportPeople,
  type Person,
  signOutPerson,
} from "#domains/people/people-contract.ts";
import { call } from "#web/api-client.ts";
import { exportAction, type SelectionAction, toIds } from "#web/list/selection-actions.ts";
import { SelectionBar } from "#web/list/selection-bar.tsx";
import { countRows, useChangeSelected } from "#web/list/use-change-selected.ts";
import type { Selection } from "#web/list/use-selection.ts";
import { useRefetch } from "#web/refetch.ts";
import { useUser } from "#web/session/session.tsx";
import { peopleKeys } from "../query-keys.ts";

const nouns = ["person", "people"] as const;

/** The actions on the selected people. No one can disable or sign out themselves. */
export function SelectedPeople({ selection }: { selection: Selection<Person> }) {
  const { rows } = selection;
  const me = useUser();
  const { bulkChange, changeSelected } = useChangeSelected<Person>({
    nouns,
    getCurrent: () => undefined,
    refetch: useRefetch(peopleKeys.all),
  });
  const count = countRows(rows.length, nouns);
  const excludesMe = rows.every(({ id }) => id !== me.id);
  const areDisabled = rows.every(({ state }) => state === "disabled");
  const areEnabled = rows.every(({ state }) => state !== "disabled");
  const enable: SelectionAction = {
    label: "Enable",
    run: () =>
      changeSelected({
        rows,
        change: ({ id }) => call(enablePerson, { params: { id } }),
        title: "Accounts Enabled",
        describe: (enabled) => `${enabled} can sign in again.`,
      }),
  };
  const signOut: SelectionAction = {
    label: "Sign Out Everywhere",
    question: {
      title: `Sign out ${count} everywhere?`,
      description:
        "They'll be signed out on every device and their API tokens will stop working. They can sign in again.",
      confirmLabel: "Sign out everywhere",
    },
    run: () =>
      changeSelected({
        rows,
        change: ({ id }) => call(signOutPerson, { params: { id } }),
        title: "Signed Out",
        describe: (signedOut) => `${signedOut} signed out everywhere.`,
      }),
  };
  const disable: SelectionAction = {
    label: "Disable",
    question: {
      title: `Disable ${count}?`,
      description:
        "They'll be signed out everywhere and won't be able to sign in until you re-enable them. Their open work orders will be unassigned.",
      confirmLabel: "Disable",
      isDestructive: true,
    },
    run: () =>
      changeSelected({
        rows,
        change: ({ id }) => call(disablePerson, { params: { id }, body: {} }),
        title: "Accounts Disabled",
        describe: (disabled) => `${disabled} signed out everywhere.`,
      }),
  };
  return (
    <SelectionBar
      noun="people"
      position="header"
      selection={selection}
      bulkChange={bulkChange}
      getName={({ fullName }) => fullName}
      actions={[
        ...(excludesMe && areDisabled ? [enable] : []),
        ...(excludesMe && areEnabled ? [signOut, disable] : []),
        exportAction(exportPeople, { ids: toIds(rows) }, "the selected people"),
      ]}
    />
  );
}
