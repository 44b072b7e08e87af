import { Suspense, useEffect } from "react";
import { UnsentOfOther } from "#web/layout/unsent-of-other.tsx";
import { useHasNewVersion } from "#web/offline/new-version.ts";
import { useUnsentOfOthers } from "#web/outbox/unsent-marks.ts";
import { useUser } from "#web/session/session.tsx";
import { useSession } from "#web/session/user-provider.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { toast } from "#web/ui/toast.tsx";

const MembershipNotice = lazyPart(() => import("#domains/accounts/web/membership-notice.tsx"));

/** Notices for every page: working from the saved sign-in, and waiting for approval. */
export function Notices({ isOffline }: { isOffline: boolean }) {
  const { membership } = useUser();
  const ofOthers = useUnsentOfOthers(useUser().id);
  const hasNewVersion = useHasNewVersion();
  return (
    <div className="mb-6 space-y-3 print:hidden">
      {isOffline && <Offline />}
      {hasNewVersion && !isOffline && <NewVersion />}
      {ofOthers.map((changes) => (
        <UnsentOfOther key={changes} changes={changes} />
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
        Load it
      </Button>
    }
  >
    What you have typed is kept.
  </Banner>
);

/** What technicians do is kept on the phone; everybody else has to wait. */
function useOfflineTexts() {
  return useUser().role === "maintenance"
    ? {
        message: "What you do is kept on this phone, and sent when the network is back.",
        notice:
          "The server cannot be reached. Your work, comments, photos and reports are kept on this phone and sent when it answers again. The rest can be read, not changed.",
      }
    : {
        message: "What was loaded stays. Nothing can be changed until the connection is back.",
        notice:
          "The server cannot be reached. You can look around; nothing can be changed until it answers again.",
      };
}

/** AUTH-11. If the connection is lost later, a message says so wherever the page is scrolled to, also above a dialog. */
function Offline() {
  const session = useSession();
  const { message, notice } = useOfflineTexts();
  const isFromStorage = session.state === "signed-in" && session.isFromStorage === true;
  useEffect(() => {
    if (!isFromStorage)
      toast({
        title: "You are offline",
        description: message,
        variant: "destructive",
      });
  }, [isFromStorage, message]);
  return (
    <Banner
      kind="warning"
      title={isFromStorage ? "Offline: showing your saved sign-in" : "Offline: showing what was loaded"}
    >
      {notice}
    </Banner>
  );
}
