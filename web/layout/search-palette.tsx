import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { readRecords, recordNamed, search } from "#domains/search/contract.ts";
import { Search } from "#web/icons.ts";
import { leave } from "#web/layout/leave.ts";
import {
  type Choice,
  choiceOfHit,
  kindTexts,
  matchingChoices,
  offeredChoices,
} from "#web/layout/palette-choices.tsx";
import { optionId, PaletteList } from "#web/layout/palette-list.tsx";
import { keepRecentRecords, recentRecords, rememberRecord } from "#web/layout/recent-records.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useUser } from "#web/session/session.tsx";
import { setTheme } from "#web/theme/theme.ts";
import { useLayer } from "#web/ui/layers.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { useReturnFocus } from "#web/ui/return-focus.ts";
import { Spinner } from "#web/ui/spinner.tsx";

const InviteDialog = lazyPart(() =>
  import("#domains/accounts/web/invite-dialog.tsx").then((module) => ({ default: module.InviteDialog })),
);

const pauseMs = 150;
const recentShown = 5;

/**
 * Finds pages, settings and actions, then records; without a text, recently opened records. Arrows, Home and End choose;
 * Enter opens a hit even before the response to what was typed has arrived.
 */
export default function SearchPalette({ typed, onClose }: { typed: string; onClose: () => void }) {
  const [isInviting, setIsInviting] = useState(false);
  if (!isInviting) return <Palette typed={typed} onClose={onClose} onInvite={() => setIsInviting(true)} />;
  return (
    <Suspense>
      <InviteDialog onClose={onClose} />
    </Suspense>
  );
}

interface PaletteProps {
  /** What was typed before the palette was loaded. */
  typed: string;
  onClose: () => void;
  onInvite: () => void;
}

function Palette({ typed, onClose, onInvite }: PaletteProps) {
  const [text, setText] = useState(typed);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [enteredText, setEnteredText] = useState<string | null>(null);
  const user = useUser();
  const [, navigate] = useLocation();
  const listId = useId();
  const focus = useReturnFocus();
  useLayer(true, onClose);
  const box = useRef<HTMLInputElement>(null);
  const { choices, ...found } = useChoices(text);
  const current = choices.find(({ key }) => key === chosenKey) ?? choices[0];

  const open = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    const { outcome } = choice;
    if ("does" in outcome) {
      if (outcome.does === "invite") return onInvite();
      onClose();
      return leave(navigate);
    }
    onClose();
    if ("theme" in outcome) return setTheme(outcome.theme);
    if ("record" in outcome) rememberRecord(user.id, outcome.record);
    navigate(outcome.href);
  };
  const isDue = enteredText === text && found.isFirstKnown;
  const openFirst = useEffectEvent(() => open(choices[0]));
  useEffect(() => {
    if (isDue) openFirst();
  }, [isDue]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (event.key === "Enter") {
      event.preventDefault();
      // Opens the first hit of a response still to come, unless another was chosen by hand.
      if (chosenKey === null && !found.isFirstKnown) setEnteredText(text);
      else open(current);
      return;
    }
    const at = current === undefined ? 0 : choices.indexOf(current);
    const steps = { ArrowDown: at + 1, ArrowUp: at - 1 + choices.length, Home: 0, End: choices.length - 1 };
    const step = steps[event.key as keyof typeof steps];
    if (step === undefined || choices.length === 0) return;
    event.preventDefault();
    setChosenKey(choices[step % choices.length]?.key ?? null);
  };

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            focus.remember();
            // Otherwise the present text would be selected, and replaced by the next key.
            event.preventDefault();
            box.current?.focus();
            box.current?.setSelectionRange(typed.length, typed.length);
          }}
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
              ref={box}
              type="search"
              role="combobox"
              aria-label="Search"
              aria-expanded={choices.length > 0}
              aria-controls={listId}
              aria-activedescendant={current === undefined ? undefined : optionId(listId, current)}
              aria-autocomplete="list"
              autoComplete="off"
              enterKeyHint="go"
              maxLength={200}
              placeholder="Search records and actions"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setChosenKey(null);
                setEnteredText(null);
              }}
              onKeyDown={onKeyDown}
              className="min-h-13 min-w-0 flex-1 bg-transparent text-base outline-none max-sm:text-lg [&::-webkit-search-cancel-button]:hidden"
            />
            <Dialog.Close className="rounded-control border border-line px-1.5 text-ink-faint text-xs leading-6 max-sm:min-h-11 max-sm:px-3 max-sm:text-sm">
              <span className="max-sm:hidden">Esc</span>
              <span className="sm:hidden">Close</span>
            </Dialog.Close>
          </div>
          {found.note !== null && <p className="px-5 pt-3 text-ink-soft text-sm">{found.note}</p>}
          {/* Above the empty list, which fills a phone's screen down to behind the keyboard. */}
          <output className={found.isMissing ? "block px-5 py-6 text-center text-ink-soft" : "sr-only"}>
            {found.said}
          </output>
          <PaletteList
            id={listId}
            choices={choices}
            current={current}
            awaited={found.awaited}
            onPoint={({ key }) => setChosenKey(key)}
            onOpen={open}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface Choices {
  choices: Choice[];
  /** Nothing that will still arrive for this text comes before the first choice. */
  isFirstKnown: boolean;
  isFetching: boolean;
  /** How many lines of recent records are still loading. */
  awaited: number;
  /** Notes on the list. */
  note: string | null;
  /** Shown when nothing was found or the search failed. */
  isMissing: boolean;
  /** What screen readers announce about the list; shown to everybody when the list is empty. */
  said: string;
}

function useChoices(text: string): Choices {
  const user = useUser();
  const wanted = text.trim();
  const asked = usePaused(wanted);
  const found = useQuery({
    ...endpointQuery(search, { query: { q: asked } }),
    enabled: asked !== "" && wanted !== "",
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
  });
  const recent = useRecent();
  if (wanted === "")
    return {
      choices: [...recent.choices, ...offeredChoices(user)],
      isFirstKnown: recent.awaited === 0,
      isFetching: false,
      awaited: recent.awaited,
      note: null,
      isMissing: false,
      said: "",
    };
  const { hits = [], unanswered = [] } = found.isError ? {} : (found.data ?? {});
  const named = matchingChoices(user, wanted);
  const choices = [...named, ...hits.map((hit) => choiceOfHit(hit))];
  const isSettled = wanted === asked && !found.isFetching;
  const isMissing = isSettled && (found.isError || choices.length === 0);
  const late = unanswered.map((kind) => kindTexts[kind].group.toLowerCase()).join(" and ");
  const notes = [
    late === "" ? "" : `Looking through ${late} took too long. Please try again.`,
    found.isError && choices.length > 0 ? "The search did not work. Please try again." : "",
  ].filter((one) => one !== "");
  const nothing = found.isError
    ? "The search did not work. Please try again."
    : `Nothing found for “${asked}”.`;
  return {
    choices,
    isFirstKnown: named.length > 0 || isSettled,
    isFetching: found.isFetching,
    awaited: 0,
    note: notes.length === 0 ? null : notes.join(" "),
    isMissing: isMissing && choices.length === 0,
    said: !isSettled ? "" : choices.length === 0 ? nothing : [...notes, countsOf(choices)].join(" "),
  };
}

/** `5 found: Work orders 3, Pages 2.` */
function countsOf(choices: readonly Choice[]): string {
  const groups = [...new Set(choices.map(({ group }) => group))];
  const counts = groups.map((name) => `${name} ${choices.filter(({ group }) => group === name).length}`);
  return `${choices.length} found: ${counts.join(", ")}.`;
}

/** The records this user opened last, as they are now; missing ones are forgotten. */
function useRecent(): { choices: Choice[]; awaited: number } {
  const { id } = useUser();
  const [records] = useState(() => recentRecords(id).filter((one) => recordNamed(one) !== undefined));
  const { data, isPending, isError } = useQuery({
    ...endpointQuery(readRecords, { query: { records: records.join(",") } }),
    enabled: records.length > 0,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (data !== undefined && data.length < records.length)
      keepRecentRecords(
        id,
        data.map((hit) => `${hit.kind}-${hit.id}`),
      );
  }, [id, data, records]);
  if (records.length === 0 || isError) return { choices: [], awaited: 0 };
  if (isPending) return { choices: [], awaited: Math.min(records.length, recentShown) };
  return { choices: data.slice(0, recentShown).map((hit) => choiceOfHit(hit, "Recent")), awaited: 0 };
}

/** `value` once it has not changed for a moment, so that not every letter causes a call. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
