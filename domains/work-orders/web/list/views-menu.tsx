import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { Bookmark, Check, Pencil, Plus, Share2, Star, Trash2 } from "#web/icons.ts";
import { replacedByUser, withQuery } from "#web/list/use-list-address.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMay, useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Menu, MenuHeading, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import type { SavedView } from "../../views-contract.ts";
import { useChangeView, useChooseDefault, useDeleteView, useShareView } from "./view-api.ts";
import { addressOfView, isChanged, viewQueryOf, viewsQuery } from "./view-query.ts";

const NewView = lazyPart(() => import("./name-view.tsx").then((module) => ({ default: module.NewView })));
const RenameView = lazyPart(() =>
  import("./name-view.tsx").then((module) => ({ default: module.RenameView })),
);

/** The view that the address comes from, and what the list shows now. */
function usePresent(columns: string) {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const { data: views = [] } = useQuery(viewsQuery);
  const query = viewQueryOf(search, columns);
  const view = views.find(({ id }) => String(id) === new URLSearchParams(search).get("saved"));
  return {
    query,
    view,
    isViewChanged: view !== undefined && isChanged(view, query),
    open: (other: Pick<SavedView, "id" | "query">, options = {}) =>
      navigate(addressOfView(other), { state: replacedByUser.state, ...options }),
    leave: () => {
      const address = new URLSearchParams(search);
      address.delete("saved");
      navigate(withQuery(path, address), replacedByUser);
    },
  };
}

/** The user's views of the list and those that others share, and what can be done with the present one. */
export function ViewsMenu({ columns }: { columns: string }) {
  const present = usePresent(columns);
  const [asked, ask] = useState<"new" | "rename" | "delete">();
  const { view, query, isViewChanged, open, leave } = present;
  const close = () => ask(undefined);
  const name = view === undefined ? "Views" : view.name;
  return (
    <>
      <Menu
        label="Views"
        trigger={(props) => (
          <Button
            {...props}
            icon={<Bookmark aria-hidden="true" />}
            aria-label={view === undefined ? undefined : `Views: ${name}${isViewChanged ? ", changed" : ""}`}
            className="min-w-0"
          >
            {/* A phone shows only that a view is chosen. */}
            <span className="max-w-40 truncate max-sm:sr-only">{name}</span>
            {view !== undefined && (
              <span
                aria-hidden="true"
                className={classes("size-1.5 shrink-0 rounded-full bg-accent", !isViewChanged && "sm:hidden")}
              />
            )}
          </Button>
        )}
      >
        <Views present={present} />
        <Actions present={present} ask={ask} />
      </Menu>
      <Suspense>
        {asked === "new" && (
          <NewView
            query={query}
            onSaved={(saved) => {
              close();
              open(saved, { replace: true });
            }}
            onClose={close}
          />
        )}
        {asked === "rename" && view !== undefined && <RenameView view={view} onClose={close} />}
        {asked === "delete" && view !== undefined && (
          <DeleteView
            view={view}
            onDeleted={() => {
              close();
              leave();
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

type Present = ReturnType<typeof usePresent>;

/** Fetched again whenever the menu opens, as others share views meanwhile. */
function Views({ present }: { present: Present }) {
  const { id: ownId } = useUser();
  const { data, isError } = useQuery({ ...viewsQuery, refetchOnMount: "always" });
  if (data === undefined)
    return <MenuHeading>{isError ? "The views could not be loaded." : "Loading the views…"}</MenuHeading>;
  const own = data.filter(({ owner }) => owner.id === ownId);
  const shared = data.filter(({ owner }) => owner.id !== ownId);
  return (
    <div className="max-h-[45dvh] overflow-y-auto">
      <MenuHeading>{own.length === 0 ? "You have no views yet" : "Your views"}</MenuHeading>
      {own.map((view) => (
        <ViewItem key={view.id} view={view} present={present}>
          {[view.isShared && "Shared", view.isDefault && "Default"].filter(Boolean).join(" · ")}
        </ViewItem>
      ))}
      {shared.length > 0 && <MenuHeading>Shared with you</MenuHeading>}
      {shared.map((view) => (
        <ViewItem key={view.id} view={view} present={present}>
          {[view.owner.fullName, view.isDefault && "Default"].filter(Boolean).join(" · ")}
        </ViewItem>
      ))}
    </div>
  );
}

interface ViewItemProps {
  view: SavedView;
  present: Present;
  children: ReactNode;
}

function ViewItem({ view, present, children }: ViewItemProps) {
  const isPresent = view.id === present.view?.id;
  return (
    <MenuItem
      icon={isPresent ? <Check aria-hidden="true" /> : <Bookmark aria-hidden="true" />}
      onSelect={() => present.open(view)}
    >
      <span className="min-w-0">
        <span className="block truncate">{view.name}</span>
        <span className="block truncate text-ink-faint text-xs">{children}</span>
      </span>
      {isPresent && <span className="sr-only">, shown now</span>}
    </MenuItem>
  );
}

interface ActionsProps {
  present: Present;
  ask: (what: "new" | "rename" | "delete") => void;
}

function Actions({ present: { view, query, isViewChanged }, ask }: ActionsProps) {
  const { id: ownId } = useUser();
  const mayShare = useMay("work-orders.share-views");
  const canWrite = useIsServerReachable();
  const change = useChangeView();
  const share = useShareView();
  const chooseDefault = useChooseDefault();
  const isOwn = view?.owner.id === ownId;
  return (
    <>
      <MenuSeparator />
      {view !== undefined && isOwn && isViewChanged && (
        <MenuItem
          icon={<Check aria-hidden="true" />}
          isDisabled={!canWrite}
          onSelect={() => change.mutate({ id: view.id, query })}
        >
          Save changes
        </MenuItem>
      )}
      <MenuItem icon={<Plus aria-hidden="true" />} isDisabled={!canWrite} onSelect={() => ask("new")}>
        Save as a new view...
      </MenuItem>
      {view !== undefined && (
        <MenuItem
          icon={<Star aria-hidden="true" />}
          isDisabled={!canWrite}
          onSelect={() => chooseDefault.mutate(view.isDefault ? null : view)}
        >
          {view.isDefault ? "Do not begin with it any more" : "Make it my default"}
        </MenuItem>
      )}
      {view !== undefined && isOwn && (
        <>
          {mayShare && (
            <MenuItem
              icon={<Share2 aria-hidden="true" />}
              isDisabled={!canWrite}
              onSelect={() => share.mutate({ id: view.id, isShared: !view.isShared })}
            >
              {view.isShared ? "Stop sharing it" : "Share it with staff"}
            </MenuItem>
          )}
          <MenuItem
            icon={<Pencil aria-hidden="true" />}
            isDisabled={!canWrite}
            onSelect={() => ask("rename")}
          >
            Rename...
          </MenuItem>
          <MenuItem
            isDestructive
            icon={<Trash2 aria-hidden="true" />}
            isDisabled={!canWrite}
            onSelect={() => ask("delete")}
          >
            Delete...
          </MenuItem>
        </>
      )}
    </>
  );
}

interface DeleteViewProps {
  view: SavedView;
  onDeleted: () => void;
  onClose: () => void;
}

function DeleteView({ view, onDeleted, onClose }: DeleteViewProps) {
  const remove = useDeleteView(onDeleted);
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      onClose={onClose}
      title={`Delete “${view.name}”?`}
      description={
        view.isShared
          ? "It is gone for everybody you share it with. The work orders stay."
          : "The work orders stay."
      }
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(view)}
    />
  );
}
