import { useEffect, useState } from "react";
import { Link } from "wouter";
import { loginPath } from "#domains/accounts/paths.ts";
import { AdministratorStep } from "#domains/setup/web/administrator-step.tsx";
import { readDraft, type SetupDraft, saveDraft } from "#domains/setup/web/draft.ts";
import { OrganizationStep } from "#domains/setup/web/organization-step.tsx";
import { SetupFrame } from "#domains/setup/web/setup-frame.tsx";
import { call, toUserMessage } from "#web/api-client.ts";
import { toRequestedPageState } from "#web/session/requested-page.ts";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { readSetupLink } from "../contract.ts";
import { setupPath } from "../paths.ts";

/**
 * The page that the printed setup link opens. Asks for the organization, then creates its first administrator
 * and signs them in.
 */
export default function StartPage({ token }: { token: string }) {
  const { link, failure, retry } = useSetupLink(token);
  const [draft, setDraft] = useState<SetupDraft>(readDraft);
  const updateDraft = (changes: Partial<SetupDraft>) => {
    const changedDraft = { ...draft, ...changes };
    saveDraft(changedDraft);
    setDraft(changedDraft);
  };

  if (failure !== undefined)
    return (
      <SetupFrame title="Set up your portal">
        <Banner
          kind="warning"
          title={toUserMessage(failure)}
          action={
            <Button size="sm" onClick={retry}>
              Try again
            </Button>
          }
        />
      </SetupFrame>
    );
  if (link === undefined)
    return (
      <SetupFrame title="Set up your portal">
        <Loading className="space-y-4">
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-11 w-40" />
        </Loading>
      </SetupFrame>
    );
  if (link !== "open") return <InvalidLink link={link} />;
  return draft.step === 1 ? (
    <OrganizationStep draft={draft} onChange={updateDraft} />
  ) : (
    <AdministratorStep token={token} draft={draft} onChange={updateDraft} />
  );
}

function useSetupLink(token: string) {
  const [link, setLink] = useState<"open" | "used" | "unknown">();
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    call(readSetupLink, { query: { setup: token }, signal: controller.signal }).then(
      (response) => setLink(response.link),
      (error: unknown) => {
        if (!controller.signal.aborted) setFailure(error);
      },
    );
    return () => controller.abort();
  }, [token, attempt]);
  const retry = () => {
    setFailure(undefined);
    setAttempt(attempt + 1);
  };
  return { link, failure, retry };
}

function InvalidLink({ link }: { link: "used" | "unknown" }) {
  return (
    <SetupFrame title="Set up your portal">
      {link === "used" ? (
        <Banner kind="info" title="This link has already been used">
          Sign in as the administrator to pick up where you left off.
        </Banner>
      ) : (
        <Banner kind="warning" title="This link is invalid or has expired">
          Restart the portal to get a new link, and copy all of it.
        </Banner>
      )}
      <Link
        href={loginPath}
        state={link === "used" ? toRequestedPageState(setupPath) : null}
        className={`${buttonClasses({ variant: link === "used" ? "primary" : "secondary" })} mt-5`}
      >
        Sign in
      </Link>
    </SetupFrame>
  );
}
