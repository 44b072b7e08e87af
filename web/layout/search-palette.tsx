/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox with a list of its own, as the ARIA practices describe it */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ClipboardList, FileText, ReceiptText, Search } from "lucide-react";
import { Dialog } from "radix-ui";
import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useLocation } from "wouter";
import { type SearchHit, search } from "#domains/search/contract.ts";
import { navigationFor } from "#web/layout/visible-navigation.ts";
import { paths } from "#web/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useUser } from "#web/session/session.tsx";
import { classes } from "#web/ui/classes.ts";
import { useReturnFocus } from "#web/ui/return-focus.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";

interface Choice {
  key: string;
  group: string;
  href: string;
  icon: ReactNode;
  label: string;
  detail: string;
  status: string | null;
}

const pauseMs = 150;

/** Finds work orders, documents, payments and pages; arrows choose, Enter opens. */
export default function SearchPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const [, navigate] = useLocation();
  const listId = useId();
  const focus = useReturnFocus();
  const asked = usePaused(text.trim());
  const found = useQuery({
    ...endpointQuery(search, { query: { q: asked } }),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
  });
  const choices = useDeferredValue([
    ...(asked === "" ? [] : (found.data ?? []).map(choiceOfHit)),
    ...usePages(text),
  ]);
  const current = choices[Math.min(chosen, choices.length - 1)];

  const open = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    onClose();
    navigate(choice.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) open(current);
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key as keyof typeof steps];
    if (step === undefined || choices.length === 0) return;
    event.preventDefault();
    setChosen((Math.min(chosen, choices.length - 1) + step + choices.length) % choices.length);
  };

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={focus.giveBack}
          className="fixed inset-x-0 top-0 bottom-0 z-40 flex animate-fade-in flex-col bg-raised shadow-float outline-none sm:inset-x-auto sm:top-[12vh] sm:bottom-auto sm:left-1/2 sm:max-h-[70vh] sm:w-[min(40rem,calc(100vw-3rem))] sm:-translate-x-1/2 sm:rounded-card"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <div className="flex items-center gap-3 border-line border-b px-4">
            {found.isFetching ? (
              <Spinner size="sm" />
            ) : (
              <Search aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
            )}
            <input
              type="search"
              role="combobox"
              aria-label="Search"
              aria-expanded={choices.length > 0}
              aria-controls={listId}
              aria-activedescendant={current === undefined ? undefined : `${listId}-${current.key}`}
              aria-autocomplete="list"
              autoComplete="off"
              maxLength={200}
              placeholder="Search work orders, payments and pages"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setChosen(0);
              }}
              onKeyDown={onKeyDown}
              className="min-h-13 min-w-0 flex-1 bg-transparent text-base outline-none max-sm:text-lg [&::-webkit-search-cancel-button]:hidden"
            />
            <Dialog.Close className="rounded-control border border-line px-1.5 text-ink-faint text-xs leading-6 max-sm:min-h-11 max-sm:px-3 max-sm:text-sm">
              <span className="max-sm:hidden">Esc</span>
              <span className="sm:hidden">Close</span>
            </Dialog.Close>
          </div>
          <div
            id={listId}
            role="listbox"
            aria-label="Results"
            tabIndex={-1}
            className="min-h-0 flex-1 overflow-y-auto p-2"
          >
            {choices.map((choice, at) => (
              <Option
                key={choice.key}
                id={`${listId}-${choice.key}`}
                choice={choice}
                heading={choices[at - 1]?.group === choice.group ? null : choice.group}
                isChosen={choice === current}
                onPoint={() => setChosen(at)}
                onOpen={() => open(choice)}
              />
            ))}
          </div>
          <Outcome
            isAsked={asked !== "" && !found.isFetching}
            count={choices.length}
            hasFailed={found.isError}
            text={asked}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface OptionProps {
  id: string;
  choice: Choice;
  heading: string | null;
  isChosen: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

function Option({ id, choice, heading, isChosen, onPoint, onOpen }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView?.({ block: "nearest" });
  }, [isChosen]);
  return (
    <>
      {heading !== null && (
        <div aria-hidden="true" className="px-2.5 pt-2 pb-1 font-medium text-ink-faint text-xs">
          {heading}
        </div>
      )}
      <div
        ref={element}
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isChosen}
        onPointerMove={onPoint}
        onClick={onOpen}
        onKeyDown={(event) => event.key === "Enter" && onOpen()}
        className={classes(
          "flex min-h-(--control) cursor-pointer items-center gap-3 rounded-control px-2.5 py-1.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-faint",
          isChosen && "bg-accent-soft",
        )}
      >
        {choice.icon}
        <span className="min-w-0 flex-1">
          <span className="block truncate">{choice.label}</span>
          {choice.detail !== "" && (
            <span className="block truncate text-ink-soft text-sm">{choice.detail}</span>
          )}
        </span>
        {choice.status !== null && <StatusBadge status={choice.status} />}
      </div>
    </>
  );
}

/** What the list does not say by itself, also to screen readers. */
function Outcome(props: { isAsked: boolean; count: number; hasFailed: boolean; text: string }) {
  const { isAsked, count, hasFailed, text } = props;
  const words = hasFailed
    ? "The search did not work. Please try again."
    : count === 0
      ? `Nothing found for “${text}”.`
      : `${count} found.`;
  const isSeen = isAsked && (hasFailed || count === 0);
  return (
    <output className={isSeen ? "block px-5 pt-2 pb-8 text-center text-ink-soft" : "sr-only"}>
      {isAsked ? words : ""}
    </output>
  );
}

const kinds = {
  "work-order": { group: "Work orders", hrefOf: paths.workOrder, Icon: ClipboardList },
  document: { group: "Documents", hrefOf: paths.document, Icon: FileText },
  payment: { group: "Payments", hrefOf: paths.payment, Icon: ReceiptText },
} as const satisfies Record<SearchHit["kind"], unknown>;

function choiceOfHit({ kind, id, title, detail, status }: SearchHit): Choice {
  const { group, hrefOf, Icon } = kinds[kind];
  return {
    key: `${kind}-${id}`,
    group,
    href: hrefOf(id),
    icon: <Icon aria-hidden="true" />,
    label: title,
    detail,
    status: kind === "work-order" ? status : null,
  };
}

/** The pages of the sidebar whose name contains what is typed; all of them at first. */
function usePages(text: string): Choice[] {
  const wanted = text.trim().toLowerCase();
  return navigationFor(useUser())
    .flatMap((section) => section.entries)
    .filter((entry) => entry.label.toLowerCase().includes(wanted))
    .map((entry) => ({
      key: `page-${entry.href.slice(1)}`,
      group: "Pages",
      href: entry.href,
      icon: <entry.icon aria-hidden="true" />,
      label: entry.label,
      detail: "",
      status: null,
    }));
}

/** `value` once it has stood still for a moment, so that not every letter is a call. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
