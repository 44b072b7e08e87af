import { Suspense, useEffect, useState } from "react";
import { CircleQuestionMark, Menu as MenuIcon, Search, X } from "#web/icons.ts";
import { NotificationBell } from "#web/layout/notification-bell.tsx";
import { useTrackRecentRecords } from "#web/layout/recent-records.ts";
import { useBrand } from "#web/layout/use-brand.ts";
import { useQueueState } from "#web/offline-queue/current-queue.ts";
import { getPendingCount } from "#web/offline-queue/pending-counts.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Face } from "#web/ui/faces/face.tsx";
import { BrandName } from "#web/ui/page/brand.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";

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

/**
 * On a phone, a page can show its own header, such as a dark photo with the title, behind a transparent bar.
 * Not while notices are above the page.
 */
const underBarClasses =
  "handheld:[body:not(:has([data-notices])):has([data-under-bar])_&]:absolute handheld:[body:not(:has([data-notices])):has([data-under-bar])_&]:right-0 handheld:[body:not(:has([data-notices])):has([data-under-bar])_&]:bg-transparent handheld:[body:not(:has([data-notices])):has([data-under-bar])_&]:backdrop-blur-none handheld:[body:not(:has([data-notices])):has([data-under-bar=dark])_&]:[&_button:not([role=dialog]_button)]:text-on-harbor";

/** Search, unsent changes, notifications, and help (NAV-29, NAV-30, NAV-31). */
export function TopBar({ isDrawerOpen, onToggleDrawer }: TopBarProps) {
  const [openOverlay, setOpenOverlay] = useState<"search" | "help" | null>(null);
  const [typedText, setTypedText] = useState("");
  const close = () => {
    setOpenOverlay(null);
    setTypedText("");
  };
  const user = useUser();
  const brand = useBrand();
  const canSearch = useCan("search.read");
  const hasOfflineQueue = useHasOfflineQueue();
  const canReadNotifications = useCan("notifications.read");
  useShortcuts((overlay) => (overlay === "help" || canSearch) && setOpenOverlay(overlay));
  useTrackRecentRecords();
  return (
    <header
      className={classes(
        "sticky top-0 z-20 flex h-(--top-bar) shrink-0 items-center gap-1.5 bg-canvas/90 pr-6 pl-7 backdrop-blur-md handheld:gap-0 handheld:pr-2 handheld:pl-4 print:hidden",
        "[--control:max(2.25rem,var(--control-sm))] handheld:[&_button_svg]:size-5",
        underBarClasses,
      )}
    >
      <div className="handheld:order-last lg:hidden">
        <IconButton
          label={isDrawerOpen ? "Close sidebar" : "Open sidebar"}
          aria-expanded={isDrawerOpen}
          aria-controls="sidebar"
          onClick={onToggleDrawer}
        >
          {isDrawerOpen ? (
            <X />
          ) : (
            <>
              <MenuIcon className="handheld:hidden" />
              <span className="hidden handheld:contents">
                <Face person={user} />
              </span>
            </>
          )}
        </IconButton>
      </div>
      <div className="hidden min-w-0 flex-1 items-center gap-2.5 handheld:flex [body:not(:has([data-notices])):has([data-under-bar])_&]:hidden">
        <BrandName brand={brand} />
      </div>
      {canSearch && (
        <button
          type="button"
          onClick={() => setOpenOverlay("search")}
          aria-haspopup="dialog"
          aria-keyshortcuts="/ Control+K Meta+K"
          className="flex min-h-[max(2.125rem,var(--control-sm))] w-80 items-center gap-2 rounded-control bg-sunken pr-2 pl-2.5 text-ink-faint transition-colors hover:text-ink handheld:w-11 handheld:justify-center handheld:bg-transparent handheld:p-0 handheld:text-ink-soft"
        >
          <Search aria-hidden="true" className="size-4 shrink-0" />
          <span className="flex-1 truncate text-left handheld:sr-only">Search</span>
          <kbd
            aria-hidden="true"
            className="rounded-[5px] bg-surface px-1.5 font-[500] font-sans text-ink-soft text-xs leading-4.5 ring-1 ring-line-2 handheld:hidden"
          >
            /
          </kbd>
        </button>
      )}
      <div className="ml-auto flex items-center gap-1.5 handheld:ml-0 handheld:gap-0">
        {hasOfflineQueue && (
          <Suspense>
            <PendingChangesIndicator />
          </Suspense>
        )}
        {canReadNotifications && <NotificationBell />}
        <IconButton label="Help" aria-haspopup="dialog" onClick={() => setOpenOverlay("help")}>
          <CircleQuestionMark />
        </IconButton>
      </div>
      <Suspense fallback={openOverlay === "search" && <CollectTyping onType={setTypedText} />}>
        {openOverlay === "search" && <SearchPalette initialText={typedText} onClose={close} />}
        {openOverlay === "help" && <HelpDialog onClose={close} />}
      </Suspense>
    </header>
  );
}

/**
 * Whether to show the offline queue: to technicians, and to anyone with unsent changes.
 */
function useHasOfflineQueue(): boolean {
  const { id, role } = useUser();
  const { changes } = useQueueState();
  const hasQueue = role === "maintenance" || changes.length > 0 || getPendingCount(id) > 0;
  const [hasHadQueue, setHasHadQueue] = useState(hasQueue);
  // Once shown, the queue stays visible and shows that everything was sent.
  if (hasQueue && !hasHadQueue) setHasHadQueue(true);
  return hasHadQueue;
}

/**
 * Collects the keys typed before the palette has loaded. Otherwise they would be lost or scroll the page.
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
function useShortcuts(onShortcut: (overlay: "search" | "help") => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const shortcut = findShortcut(event);
      if (shortcut === undefined || document.querySelector("[role=dialog], [role=alertdialog]")) return;
      event.preventDefault();
      onShortcut(shortcut);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onShortcut]);
}

function findShortcut(event: KeyboardEvent): "search" | "help" | undefined {
  if (event.defaultPrevented || event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === "k" ? "search" : undefined;
  if (isTyping(event.target)) return undefined;
  return event.key === "/" ? "search" : event.key === "?" ? "help" : undefined;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
