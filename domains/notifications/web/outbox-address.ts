import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import type { SentQueryOf } from "#shared/http/endpoint.ts";
import { paths } from "#web/paths.ts";
import { type listMails, type Mail, mailStates } from "../outbox-contract.ts";

export const pageSize = 25;

/** What the outbox is narrowed to, as the page's address has it. */
interface OutboxView {
  /** `late`: what should have gone out before, whatever its state. */
  tab: Mail["state"] | "all" | "late";
  q: string;
  from: string;
  to: string;
  page: number;
}

const tabs: readonly OutboxView["tab"][] = ["all", "late", ...mailStates];
const day = /^\d{4}-\d{2}-\d{2}$/;

export function readOutboxAddress(search: string): OutboxView {
  const query = new URLSearchParams(search);
  const dayOf = (name: string) => (day.test(query.get(name) ?? "") ? (query.get(name) ?? "") : "");
  const page = Number(query.get("page"));
  return {
    tab: tabs.find((one) => one === query.get("state")) ?? "all",
    q: (query.get("q") ?? "").trim().slice(0, 200),
    from: dayOf("from"),
    to: dayOf("to"),
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

function writeOutboxAddress({ tab, q, from, to, page }: OutboxView, path: string = paths.outbox): string {
  const query = new URLSearchParams({
    ...(tab === "all" ? {} : { state: tab }),
    ...(q === "" ? {} : { q }),
    ...(from === "" ? {} : { from }),
    ...(to === "" ? {} : { to }),
    ...(page > 1 ? { page: String(page) } : {}),
  }).toString();
  return query === "" ? path : `${path}?${query}`;
}

/** As the server is asked. */
export const asQuery = ({ tab, q, from, to }: OutboxView): SentQueryOf<typeof listMails> => ({
  ...(tab === "all" ? {} : tab === "late" ? { late: "yes" as const } : { state: tab }),
  ...(q === "" ? {} : { q }),
  ...(from === "" ? {} : { from }),
  ...(to === "" ? {} : { to }),
});

/** The page's state is its address. A changed filter is a new question, shown from its first page (API-33). */
export function useOutboxAddress() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const view = useMemo(() => readOutboxAddress(search), [search]);
  return useMemo(
    () => ({
      view,
      openMail: (id: number) => navigate(writeOutboxAddress(view, paths.outboxMail(id))),
      closeMail: () => navigate(writeOutboxAddress(view)),
      filter: (change: Partial<OutboxView>) =>
        navigate(writeOutboxAddress({ ...view, page: 1, ...change }), { replace: true }),
      openTab: (tab: OutboxView["tab"]) => navigate(writeOutboxAddress({ ...view, tab, page: 1 })),
      openPage: (page: number) => navigate(writeOutboxAddress({ ...view, page })),
    }),
    [view, navigate],
  );
}
export type OutboxAddress = ReturnType<typeof useOutboxAddress>;
