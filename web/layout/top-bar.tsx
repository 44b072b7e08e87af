import { Suspense, useEffect, useState } from "react";
import { CircleQuestionMark, Menu as MenuIcon, Search, X } from "#web/icons.ts";
import { NotificationBell } from "#web/layout/notification-bell.tsx";
import { useTrackRecentRecords } from "#web/layout/recent-records.ts";
import { getPendingCount } from "#web/offline-queue/pending-counts.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const SearchPalette = lazyPart(() => import("#web/layout/search-palette.tsx"));
const PendingChangesIndicator = lazyPart(
  () => import("#domains/field-work/web/pending-changes/pending-changes-indicator.tsx"),
  () => null,
);
const HelpDialog = lazyPart(() => import("#web/layout/help-dialog.tsx"));

interface TopBarProps {
  isDrawerOpen: boolean;
  onToggleDrawer: () => void;
}

/** Search, unsent changes, notifications, and help (NAV-29, NAV-30, NAV-31). */
export function TopBar({ isDrawerOpen, onToggleDrawer }: TopBarProps) {
  const [open, setOpen] = useState<"search" | "help" | null>(null);
  const [typed, setTyped] = useState("");
  const close = () => {
    setOpen(null);
    setTyped("");
  };
  const canSearch = useCan("search.read");
  const hasOfflineQueue = useHasOfflineQueue();
  const canReadNotifications = useCan("notifications.read");
  useShortcuts((what) => (what === "help" || canSearch) && setOpen(what));
  useTrackRecentRecords();
  return (
    <header className="sticky top-0 z-20 flex h-14 shrink-0 items-center gap-1 border-line border-b bg-canvas/85 px-2 backdrop-blur-md sm:px-4 lg:px-6 print:hidden">
      <div className="lg:hidden">
        <IconButton
          label={isDrawerOpen ? "Close sidebar" : "Open sidebar"}
          aria-expanded={isDrawerOpen}
          aria-controls="sidebar"
          onClick={onToggleDrawer}
        >
          {isDrawerOpen ? <X /> : <MenuIcon />}
        </IconButton>
      </div>
      {canSearch && (
        <button
          type="button"
          onClick={() => setOpen("search")}
          aria-haspopup="dialog"
          aria-keyshortcuts="/ Control+K Meta+K"
          className="flex min-h-(--control) min-w-0 flex-1 items-center gap-2.5 rounded-control bg-surface px-3 text-ink-faint ring-1 ring-line-control/40 ring-inset transition-shadow hover:ring-line-control sm:max-w-sm"
        >
          <Search aria-hidden="true" className="size-4 shrink-0" />
          <span className="flex-1 truncate text-left">Search</span>
          <kbd
            aria-hidden="true"
            className="rounded border border-line px-1.5 font-sans text-xs leading-5 max-sm:hidden"
          >
            /
          </kbd>
        </button>
      )}
      <div className="ml-auto flex items-center gap-1">
        {hasOfflineQueue && (
          <Suspense>
            <PendingChangesIndicator />
          </Suspense>
        )}
        {canReadNotifications && <NotificationBell />}
        <IconButton label="Help" aria-haspopup="dialog" onClick={() => setOpen("help")}>
          <CircleQuestionMark />
        </IconButton>
      </div>
      <Suspense fallback={open === "search" && <CollectTyping onType={setTyped} />}>
        {open === "search" && <SearchPalette typed={typed} onClose={close} />}
        {open === "help" && <HelpDialog onClose={close} />}
      </Suspense>
    </header>
  );
}

/**
 * Whether the user has an offline queue: technicians do, and so do former technicians with unsent changes.
 */
function useHasOfflineQueue(): boolean {
  const { id, role } = useUser();
  return role === "maintenance" || getPendingCount(id) > 0;
}

/**
 * Collects what the user types before the palette has loaded. Otherwise it would be lost or scroll the page.
 */
function CollectTyping({ onType }: { onType: (next: (typed: string) => string) => void }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Backspace") onType((typed) => typed.slice(0, -1));
      else if ([...event.key].length === 1) onType((typed) => typed + event.key);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, [onType]);
  return null;
}

/**
 * Keyboard shortcuts: `/` and Ctrl or Cmd-K open the search, `?` opens the help. They're off while the user
 * is typing or a dialog is open.
 */
function useShortcuts(open: (what: "search" | "help") => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const shortcut = findShortcut(event);
      if (shortcut === undefined || document.querySelector("[role=dialog], [role=alertdialog]")) return;
      event.preventDefault();
      open(shortcut);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open]);
}

function findShortcut(event: KeyboardEvent): "search" | "help" | undefined {
  if (event.defaultPrevented || event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === "k" ? "search" : undefined;
  if (isTyping(event.target)) return undefined;
  return event.key === "/" ? "search" : event.key === "?" ? "help" : undefined;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
