import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { Bookmark, Check, Pencil, Plus, Share2, Star, Trash2 } from "#web/icons.ts";
import { replacedByUser, withQuery } from "#web/list/use-list-url.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Menu, MenuHeading, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import type { SavedView } from "../../views-contract.ts";
import { useDeleteView, useSetDefaultView, useShareView, useUpdateView } from "./mutations.ts";
import { hasViewChanged, toViewPath, toViewQuery, viewsQuery } from "./view-query.ts";

const SaveViewDialog = lazyPart(() =>
  import("./view-dialogs.tsx").then((module) => ({ default: module.SaveViewDialog })),
);
const RenameViewDialog = lazyPart(() =>
  import("./view-dialogs.tsx").then((module) => ({ default: module.RenameViewDialog })),
);

/** The view in the URL, and the list's current query. */
function useCurrentView(columns: string) {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const { data: views = [] } = useQuery(viewsQuery);
  const query = toViewQuery(search, columns);
  const view = views.find(({ id }) => String(id) === new URLSearchParams(search).get("saved"));
  return {
    query,
    view,
    isViewChanged: view !== undefined && hasViewChanged(view, query),
    openView: (viewToOpen: Pick<SavedView, "id" | "query">, options = {}) =>
      navigate(toViewPath(viewToOpen), { state: replacedByUser.state, ...options }),
    leaveView: () => {
      const params = new URLSearchParams(search);
      params.delete("saved");
      navigate(withQuery(path, params), replacedByUser);
    },
  };
}

/** The user's views, views shared by others, and actions for the current view. */
export function ViewsMenu({ columns }: { columns: string }) {
  const currentView = useCurrentView(columns);
  const [dialog, openDialog] = useState<"new" | "rename" | "delete">();
  const { view, query, isViewChanged, openView, leaveView } = currentView;
  const close = () => openDialog(undefined);
  const name = view === undefined ? "Views" : view.name;
  return (
    <>
      <Menu
        label="Views"
        trigger={(props) => (
          <Button
            {...props}
            size="sm"
            icon={<Bookmark aria-hidden="true" />}
            aria-label={
              view === undefined ? undefined : isViewChanged ? `Views: ${name}, changed` : `Views: ${name}`
            }
            className="min-w-0 max-sm:min-w-11"
          >
            {/* On smaller screens, only the dot shows that a view is open. */}
            <span className="max-w-40 truncate max-xl:sr-only">{name}</span>
            {view !== undefined && (
              <span
                aria-hidden="true"
                className={classes("size-1.5 shrink-0 rounded-full bg-accent", !isViewChanged && "xl:hidden")}
              />
            )}
          </Button>
        )}
      >
        <ViewList currentView={currentView} />
        <ViewActions currentView={currentView} openDialog={openDialog} />
      </Menu>
      <Suspense>
        {dialog === "new" && (
          <SaveViewDialog
            query={query}
            onSaved={(savedView) => {
              close();
              openView(savedView, { replace: true });
            }}
            onClose={close}
          />
        )}
        {dialog === "rename" && view !== undefined && <RenameViewDialog view={view} onClose={close} />}
        {dialog === "delete" && view !== undefined && (
          <DeleteViewDialog
            view={view}
            onDeleted={() => {
              close();
              leaveView();
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

type CurrentView = ReturnType<typeof useCurrentView>;

/** Refetched whenever the menu opens, because someone might have shared a view. */
function ViewList({ currentView }: { currentView: CurrentView }) {
  const { id: currentUserId } = useUser();
  const { data, isError } = useQuery({ ...viewsQuery, refetchOnMount: "always" });
  if (data === undefined)
    return <MenuHeading>{isError ? "Couldn't load views." : "Loading views..."}</MenuHeading>;
  const myViews = data.filter(({ owner }) => owner.id === currentUserId);
  const sharedViews = data.filter(({ owner }) => owner.id !== currentUserId);
  return (
    <div className="max-h-[45dvh] overflow-y-auto">
      <MenuHeading>{myViews.length === 0 ? "You have no views yet" : "Your views"}</MenuHeading>
      {myViews.map((view) => (
        <ViewItem key={view.id} view={view} currentView={currentView}>
          {[view.isShared && "Shared", view.isDefault && "Default"].filter(Boolean).join(" · ")}
        </ViewItem>
      ))}
      {sharedViews.length > 0 && <MenuHeading>Shared with you</MenuHeading>}
      {sharedViews.map((view) => (
        <ViewItem key={view.id} view={view} currentView={currentView}>
          {[view.owner.fullName, view.isDefault && "Default"].filter(Boolean).join(" · ")}
        </ViewItem>
      ))}
    </div>
  );
}

interface ViewItemProps {
  view: SavedView;
  currentView: CurrentView;
  children: ReactNode;
}

function ViewItem({ view, currentView, children }: ViewItemProps) {
  const isCurrent = view.id === currentView.view?.id;
  return (
    <MenuItem
      icon={isCurrent ? <Check aria-hidden="true" /> : <Bookmark aria-hidden="true" />}
      onSelect={() => currentView.openView(view)}
    >
      <span className="min-w-0">
        <span className="block truncate">{view.name}</span>
        <span className="block truncate text-ink-faint text-xs">{children}</span>
      </span>
      {isCurrent && <span className="sr-only"> (current)</span>}
    </MenuItem>
  );
}

interface ActionsProps {
  currentView: CurrentView;
  openDialog: (dialog: "new" | "rename" | "delete") => void;
}

function ViewActions({ currentView: { view, query, isViewChanged }, openDialog }: ActionsProps) {
  const { id: currentUserId } = useUser();
  const canShare = useCan("work-orders.share-views");
  const canWrite = useIsServerReachable();
  const update = useUpdateView();
  const share = useShareView();
  const setDefault = useSetDefaultView();
  const isMine = view?.owner.id === currentUserId;
  return (
    <>
      <MenuSeparator />
      {view !== undefined && isMine && isViewChanged && (
        <MenuItem
          icon={<Check aria-hidden="true" />}
          isDisabled={!canWrite}
          onSelect={() => update.mutate({ id: view.id, query })}
        >
          Save changes
        </MenuItem>
      )}
      <MenuItem icon={<Plus aria-hidden="true" />} isDisabled={!canWrite} onSelect={() => openDialog("new")}>
        Save as a new view...
      </MenuItem>
      {view !== undefined && (
        <MenuItem
          icon={<Star aria-hidden="true" />}
          isDisabled={!canWrite}
          onSelect={() => setDefault.mutate(view.isDefault ? null : view)}
        >
          {view.isDefault ? "Remove as default" : "Set as default"}
        </MenuItem>
      )}
      {view !== undefined && isMine && (
        <>
          {canShare && (
            <MenuItem
              icon={<Share2 aria-hidden="true" />}
              isDisabled={!canWrite}
              onSelect={() => share.mutate({ id: view.id, isShared: !view.isShared })}
            >
              {view.isShared ? "Stop sharing" : "Share with staff"}
            </MenuItem>
          )}
          <MenuItem
            icon={<Pencil aria-hidden="true" />}
            isDisabled={!canWrite}
            onSelect={() => openDialog("rename")}
          >
            Rename...
          </MenuItem>
          <MenuItem
            isDestructive
            icon={<Trash2 aria-hidden="true" />}
            isDisabled={!canWrite}
            onSelect={() => openDialog("delete")}
          >
            Delete...
          </MenuItem>
        </>
      )}
    </>
  );
}

interface DeleteViewDialogProps {
  view: SavedView;
  onDeleted: () => void;
  onClose: () => void;
}

function DeleteViewDialog({ view, onDeleted, onClose }: DeleteViewDialogProps) {
  const remove = useDeleteView(onDeleted);
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      onClose={onClose}
      title={`Delete “${view.name}”?`}
      description={
        view.isShared
          ? "Everyone you shared it with will lose it. Work orders aren't affected."
          : "Work orders aren't affected."
      }
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(view)}
    />
  );
}
