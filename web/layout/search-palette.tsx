import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { parseRecord, readRecords, type SearchResponse, search } from "#domains/search/contract.ts";
import { Search } from "#web/icons.ts";
import { getOptionId, PaletteList } from "#web/layout/palette-list.tsx";
import {
  findMatchingOptions,
  findSelectionOptions,
  formatCount,
  getDefaultOptions,
  type PaletteOption,
  recordTypes,
  toHitOption,
  toHitOptions,
} from "#web/layout/palette-options.tsx";
import { addRecentRecord, readRecentRecords, saveRecentRecords } from "#web/layout/recent-records.ts";
import { requestSignOut } from "#web/layout/sign-out.ts";
import { useCurrentSelection } from "#web/list/selection-actions.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useUser } from "#web/session/session.tsx";
import { setTheme } from "#web/theme/theme.ts";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { useLayer } from "#web/ui/overlays/layers.ts";
import { useReturnFocus } from "#web/ui/overlays/return-focus.ts";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";

const InviteDialog = lazyPart(() =>
  import("#domains/people/web/invitations/invite-dialog.tsx").then((module) => ({
    default: module.InviteDialog,
  })),
);

const debounceMs = 150;
const maxRecent = 5;

/**
 * Finds actions on the selected rows of a list, then pages, settings, and other actions, then records. Before
 * the user types, it lists recently opened records. The arrow keys, Home, and End select an option. Enter
 * opens the first hit, even if the response hasn't arrived yet.
 */
export default function SearchPalette({
  initialText,
  onClose,
}: {
  initialText: string;
  onClose: () => void;
}) {
  const [isInviting, setIsInviting] = useState(false);
  if (!isInviting)
    return <Palette initialText={initialText} onClose={onClose} onInvite={() => setIsInviting(true)} />;
  return (
    <Suspense>
      <InviteDialog onClose={onClose} />
    </Suspense>
  );
}

interface PaletteProps {
  /** Text typed before the palette loaded. */
  initialText: string;
  onClose: () => void;
  onInvite: () => void;
}

function Palette({ initialText, onClose, onInvite }: PaletteProps) {
  const [text, setText] = useState(initialText);
  const [selectedKey, setSelectedKey] = useState<string | null>(null);
  const [enteredText, setEnteredText] = useState<string | null>(null);
  const user = useUser();
  const [, navigate] = useLocation();
  const listId = useId();
  const focus = useReturnFocus();
  useLayer(true, onClose);
  const input = useRef<HTMLInputElement>(null);
  const { options, ...result } = usePaletteState(text);
  const current = options.find(({ key }) => key === selectedKey) ?? options[0];

  const openOption = (option: PaletteOption | undefined) => {
    if (option === undefined) return;
    const { outcome } = option;
    if ("action" in outcome) {
      if (outcome.action === "invite") return onInvite();
      onClose();
      return requestSignOut(navigate);
    }
    onClose();
    if ("run" in outcome) return outcome.run();
    if ("theme" in outcome) return setTheme(outcome.theme);
    if ("record" in outcome) addRecentRecord(user.id, outcome.record);
    navigate(outcome.href);
  };
  const shouldOpenFirst = enteredText === text && result.isFirstKnown;
  const openFirst = useEffectEvent(() => openOption(options[0]));
  useEffect(() => {
    if (shouldOpenFirst) openFirst();
  }, [shouldOpenFirst]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (event.key === "Enter") {
      event.preventDefault();
      // Opens the first hit of the pending response, unless the user has selected another option.
      if (selectedKey === null && !result.isFirstKnown) setEnteredText(text);
      else openOption(current);
      return;
    }
    const index = current === undefined ? 0 : options.indexOf(current);
    const indexByKey = {
      ArrowDown: index + 1,
      ArrowUp: index - 1 + options.length,
      Home: 0,
      End: options.length - 1,
    };
    const nextIndex = indexByKey[event.key as keyof typeof indexByKey];
    if (nextIndex === undefined || options.length === 0) return;
    event.preventDefault();
    setSelectedKey(options[nextIndex % options.length]?.key ?? null);
  };

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            focus.remember();
            // Otherwise the text would be selected and the next key would replace it.
            event.preventDefault();
            input.current?.focus();
            input.current?.setSelectionRange(initialText.length, initialText.length);
          }}
          onCloseAutoFocus={focus.restore}
          className="fixed inset-x-0 top-0 bottom-0 z-40 flex animate-fade-in flex-col bg-raised shadow-float outline-none sm:inset-x-auto sm:top-[12vh] sm:bottom-auto sm:left-1/2 sm:max-h-[70vh] sm:w-[min(40rem,calc(100vw-3rem))] sm:-translate-x-1/2 sm:rounded-card"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <div className="flex items-center gap-3 border-line border-b px-4">
            {result.isFetching ? (
              <Spinner size="sm" />
            ) : (
              <Search aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
            )}
            <input
              ref={input}
              type="search"
              role="combobox"
              aria-label="Search"
              aria-expanded={options.length > 0}
              aria-controls={listId}
              aria-activedescendant={current === undefined ? undefined : getOptionId(listId, current)}
              aria-autocomplete="list"
              autoComplete="off"
              enterKeyHint="go"
              maxLength={200}
              placeholder="Search records and actions"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setSelectedKey(null);
                setEnteredText(null);
              }}
              onKeyDown={onKeyDown}
              className="min-h-13 min-w-0 flex-1 bg-transparent text-base outline-none max-sm:text-[1rem] [&::-webkit-search-cancel-button]:hidden"
            />
            <Dialog.Close className="rounded-control border border-line px-1.5 text-ink-faint text-xs leading-6 max-sm:min-h-11 max-sm:px-3 max-sm:text-sm">
              <span className="max-sm:hidden">Esc</span>
              <span className="sm:hidden">Close</span>
            </Dialog.Close>
          </div>
          {result.note !== null && <p className="px-5 pt-3 text-ink-soft text-sm">{result.note}</p>}
          {/* Above the empty list, which fills a phone's screen and reaches behind the keyboard. */}
          <output className={result.hasNoResults ? "block px-5 py-6 text-center text-ink-soft" : "sr-only"}>
            {result.announcement}
          </output>
          <PaletteList
            id={listId}
            options={options}
            currentOption={current}
            loadingCount={result.loadingCount}
            onPoint={({ key }) => setSelectedKey(key)}
            onOpen={openOption}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface PaletteState {
  options: PaletteOption[];
  /** Whether the first option is final, so that pending results can't come before it. */
  isFirstKnown: boolean;
  isFetching: boolean;
  /** The number of recent records still loading. */
  loadingCount: number;
  /** Notes above the list. */
  note: string | null;
  /** Whether nothing was found or the search failed. */
  hasNoResults: boolean;
  /** The announcement for screen readers. Visible to everyone if the list is empty. */
  announcement: string;
}

function usePaletteState(text: string): PaletteState {
  const user = useUser();
  const trimmedText = text.trim();
  const query = useDebounced(trimmedText);
  const result = useQuery({
    ...endpointQuery(search, { query: { q: query } }),
    enabled: query !== "" && trimmedText !== "",
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
  });
  const recentOptions = useRecentOptions();
  const selectionOptions = findSelectionOptions(useCurrentSelection(), trimmedText);
  if (trimmedText === "")
    return {
      options: [...selectionOptions, ...recentOptions.options, ...getDefaultOptions(user)],
      isFirstKnown: selectionOptions.length > 0 || recentOptions.loadingCount === 0,
      isFetching: false,
      loadingCount: recentOptions.loadingCount,
      note: null,
      hasNoResults: false,
      announcement: "",
    };
  const { hits = [], counts = [], unanswered = [] } = result.isError ? {} : (result.data ?? {});
  const entries = [...selectionOptions, ...findMatchingOptions(user, trimmedText)];
  const options = [...entries, ...toHitOptions({ hits, counts, unanswered }, user, query)];
  const isUpToDate = trimmedText === query && !result.isFetching;
  const isMissing = isUpToDate && (result.isError || options.length === 0);
  const slowTypes = unanswered.map((kind) => recordTypes[kind].group.toLowerCase()).join(" and ");
  const notes = [
    slowTypes === "" ? "" : `Searching ${slowTypes} took too long. Please try again.`,
    result.isError && options.length > 0 ? "Search failed. Please try again." : "",
  ].filter((part) => part !== "");
  const emptyText = result.isError ? "Search failed. Please try again." : `No results for “${query}”`;
  return {
    options,
    isFirstKnown: entries.length > 0 || isUpToDate,
    isFetching: result.isFetching,
    loadingCount: 0,
    note: notes.length === 0 ? null : notes.join(" "),
    hasNoResults: isMissing && options.length === 0,
    announcement: !isUpToDate
      ? ""
      : options.length === 0
        ? emptyText
        : [...notes, formatCounts([...entries, ...hits.map((hit) => toHitOption(hit))], counts)].join(" "),
  };
}

/** Returns a summary such as `Found: Work orders 3, Pages 2, Payments 8.` */
function formatCounts(options: readonly PaletteOption[], moreCounts: SearchResponse["counts"]): string {
  const counts = new Map<string, number>();
  for (const { group } of options) counts.set(group, (counts.get(group) ?? 0) + 1);
  for (const { kind, count } of moreCounts) counts.set(recordTypes[kind].group, count);
  return `Found: ${[...counts].map(([group, count]) => `${group} ${formatCount(count)}`).join(", ")}.`;
}

/**
 * Returns the records this user last opened, with current data. Records that no longer exist are forgotten.
 */
function useRecentOptions(): { options: PaletteOption[]; loadingCount: number } {
  const { id } = useUser();
  const [records] = useState(() => readRecentRecords(id).filter((part) => parseRecord(part) !== undefined));
  const { data, isPending, isError } = useQuery({
    ...endpointQuery(readRecords, { query: { records: records.join(",") } }),
    enabled: records.length > 0,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (data !== undefined && data.length < records.length)
      saveRecentRecords(
        id,
        data.map((hit) => `${hit.kind}-${hit.id}`),
      );
  }, [id, data, records]);
  if (records.length === 0 || isError) return { options: [], loadingCount: 0 };
  if (isPending) return { options: [], loadingCount: Math.min(records.length, maxRecent) };
  return { options: data.slice(0, maxRecent).map((hit) => toHitOption(hit, "Recent")), loadingCount: 0 };
}

/** Returns `value` once it has stopped changing for a moment, so that not every keystroke sends a request. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
