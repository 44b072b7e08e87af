import { Suspense, useEffect } from "react";
import { useHasNewVersion } from "#web/offline/new-version.ts";
import { useOthersPendingCounts } from "#web/offline-queue/pending-counts.ts";
import { useUser } from "#web/session/session.tsx";
import { useSession } from "#web/session/user-provider.tsx";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { PendingOfOtherUser } from "#web/ui/feedback/pending-of-other-user.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";

const MembershipNotice = lazyPart(() => import("#domains/people/web/registration/membership-notice.tsx"));

/**
 * The notices above every page: offline, new version, other people's unsent changes, and membership.
 */
export function Notices({ isOffline }: { isOffline: boolean }) {
  const { membership } = useUser();
  const othersPendingCounts = useOthersPendingCounts(useUser().id);
  const hasNewVersion = useHasNewVersion();
  return (
    <div data-notices="" className="mb-4 space-y-3 print:hidden">
      {isOffline && <Offline />}
      {hasNewVersion && !isOffline && <NewVersion />}
      {othersPendingCounts.map((changes) => (
        <PendingOfOtherUser key={changes.id} changes={changes} />
      ))}
      {membership !== "active" && (
        <Suspense fallback={<div className="h-16" />}>
          <MembershipNotice />
        </Suspense>
      )}
    </div>
  );
}

const NewVersion = () => (
  <Banner
    kind="info"
    title="A new version of the portal is ready"
    action={
      <Button size="sm" onClick={() => location.reload()}>
        Update now
      </Button>
    }
  >
    What you've typed is saved.
  </Banner>
);

/** Technicians' and tenants' changes are saved on the phone. Everyone else has to wait for the connection. */
function useOfflineMessages() {
  const { role } = useUser();
  if (role === "tenant")
    return {
      worksOffline: true,
      message: "Your comments and new work orders are saved on this phone and sent when you're back online.",
      notice:
        "We can't reach the server. Your comments and new work orders are saved on this phone and will be sent when you reconnect. Everything else is read-only.",
    };
  if (role === "maintenance")
    return {
      worksOffline: true,
      message: "Your changes are saved on this phone and will be sent when you're back online.",
      notice:
        "We can't reach the server. Your work, comments, photos, and new work orders are saved on this phone and will be sent when you reconnect. Everything else is read-only.",
    };
  return {
    worksOffline: false,
    message: "You can view what's already loaded, but you can't make changes until you reconnect.",
    notice: "We can't reach the server. You can look around, but you can't make changes until you reconnect.",
  };
}

/**
 * The offline notice (AUTH-11). If the connection is lost later, a toast also appears, because it's visible
 * at any scroll position and above dialogs.
 */
function Offline() {
  const session = useSession();
  const { message, notice, worksOffline } = useOfflineMessages();
  const isFromStorage = session.state === "signed-in" && session.isFromStorage === true;
  useEffect(() => {
    if (!isFromStorage)
      toast({
        title: "You're offline",
        description: message,
        ...(!worksOffline && { variant: "destructive" }),
      });
  }, [isFromStorage, message, worksOffline]);
  return (
    <Banner
      kind="warning"
      title={isFromStorage ? "Offline: showing your saved sign-in" : "Offline: showing the last data loaded"}
    >
      {notice}
    </Banner>
  );
}
