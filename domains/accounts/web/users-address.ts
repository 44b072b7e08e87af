import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { invitationStates } from "#domains/accounts/invitation-contract.ts";
import { personStates } from "#domains/accounts/people-contract.ts";
import { type Role, roles } from "#shared/roles.ts";
import { paths } from "#web/paths.ts";

export const usersTabs = ["people", "invitations"] as const;
export type UsersTab = (typeof usersTabs)[number];
export const pageSize = 25;

export interface UsersView {
  tab: UsersTab;
  q: string;
  role: Role | "";
  /** Of people or of invitations, as the tab says. */
  state: (typeof personStates)[number] | (typeof invitationStates)[number] | "";
  page: number;
}

const states = {
  people: personStates,
  invitations: invitationStates,
} as const satisfies Record<UsersTab, readonly string[]>;

/** What the address does not know is left out, so that a mistyped one still shows a list. */
export function readUsersAddress(search: string): UsersView {
  const query = new URLSearchParams(search);
  const tab = usersTabs.find((one) => one === query.get("tab")) ?? "people";
  const page = Number(query.get("page"));
  return {
    tab,
    q: (query.get("q") ?? "").trim().slice(0, 100),
    role: roles.find((one) => one === query.get("role")) ?? "",
    state: states[tab].find((one) => one === query.get("state")) ?? "",
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

function writeUsersAddress({ tab, q, role, state, page }: UsersView, path: string = paths.users): string {
  const query = new URLSearchParams();
  if (tab !== "people") query.set("tab", tab);
  if (q !== "") query.set("q", q);
  if (role !== "") query.set("role", role);
  if (state !== "") query.set("state", state);
  if (page > 1) query.set("page", String(page));
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The page's state is its address. A changed filter is a new question, shown from its first page (API-33). */
export function useUsersAddress() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const view = useMemo(() => readUsersAddress(search), [search]);
  return useMemo(
    () => ({
      view,
      listPath: writeUsersAddress(view),
      openPerson: (id: number) => navigate(writeUsersAddress(view, paths.user(id))),
      filter: (change: Partial<UsersView>) =>
        navigate(writeUsersAddress({ ...view, page: 1, ...change }), { replace: true }),
      openTab: (tab: UsersTab) => navigate(writeUsersAddress({ tab, q: "", role: "", state: "", page: 1 })),
      openPage: (page: number) => navigate(writeUsersAddress({ ...view, page })),
    }),
    [view, navigate],
  );
}
export type UsersAddress = ReturnType<typeof useUsersAddress>;
