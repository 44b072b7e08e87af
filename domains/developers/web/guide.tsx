import type { ReactNode } from "react";
import { Link } from "wouter";
import { examples } from "#domains/developers/examples.ts";
import { paths } from "#web/paths.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";

/** What a program has to know, and examples. */
export const Guide = () => (
  <div className="grid items-start gap-6 lg:grid-cols-2">
    <div className="space-y-6">
      <Part title="Signing in">
        <p>
          A program uses an API token. Make one on{" "}
          <Link href={paths.profile} className="underline underline-offset-4">
            your profile
          </Link>
          , with the areas it needs, and send it with each call:
        </p>
        <Code>Authorization: Bearer pmp_…</Code>
        <p>
          It may do what you may do, in these areas only, and never what belongs to your account: password,
          two-factor sign-in, tokens. A missing scope is 403 and named; a token that expired or was revoked is
          401.
        </p>
      </Part>
      <Part title="Errors">
        <p>
          Every error has a status of 400 or more and one sentence for people. <Name>fields</Name> has a
          sentence for each invalid field; <Name>requestId</Name> finds the request in the log of the portal.
        </p>
        <Code>{`{"message": "Please use a title", "code": "invalid",
 "requestId": "…", "fields": {"title": "…"}}`}</Code>
        <p>
          404 is also the answer for a record outside of what you may see. Money is whole cents where a name
          ends in <Name>Cents</Name>, times are UTC, days are those of the property.
        </p>
      </Part>
      <Part title="Parts of lists">
        <p>
          <Name>limit</Name> (1 to 200) begins a list; the header <Name>Link</Name> of each answer has the
          address of the next part, until there is none. <Name>page</Name> with <Name>pageSize</Name> (1 to
          100) reaches the first 10,000 rows. <Name>X-Total-Count</Name> is the number of all.
        </p>
      </Part>
      <Part title="Repeating a call">
        <p>
          A call that changes something takes an <Name>Idempotency-Key</Name> of your choice. Sent again
          within 30 days, with the same key and body, it gets the first answer and changes nothing.{" "}
          <Name>If-Match</Name> with the version of a record refuses a change once somebody else changed it.
        </p>
      </Part>
      <Part title="Webhooks">
        <p>
          Instead of asking again and again, be told: an administrator adds the address of your program as a
          webhook. It gets a POST with <Name>id</Name>, <Name>kind</Name>, <Name>at</Name>,{" "}
          <Name>subject</Name>, <Name>propertyId</Name>, <Name>by</Name> and <Name>details</Name>; ask the API
          for more. Check the signature, answer with 200 at once, and skip an <Name>id</Name> you know: an
          event may come twice, and late.
        </p>
        <Code>{`Portal-Signature: t=SECONDS,v1=HEX
HEX = HMAC-SHA256(secret, SECONDS + "." + body)`}</Code>
      </Part>
      <Part title="Limits">
        <p>
          600 calls a minute for each token; then 429, and <Name>Retry-After</Name> says for how many seconds
          to wait. The same header comes with 503, while the portal is busy or its database is away.
        </p>
      </Part>
    </div>
    <Part title="Examples">
      <p>With the address of the portal and your token:</p>
      <Code>{`PORTAL=${location.origin}
TOKEN=pmp_…`}</Code>
      {examples.map(({ title, about, command }) => (
        <section key={title} className="space-y-2 pt-2">
          <h3 className="text-base">{title}</h3>
          <p>{about}</p>
          <Code>{command}</Code>
        </section>
      ))}
    </Part>
  </div>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card>
    <CardHeader title={title} />
    <div className="space-y-3 px-4 pb-5 sm:px-5">{children}</div>
  </Card>
);

const Name = ({ children }: { children: string }) => <code className="font-mono text-sm">{children}</code>;

const Code = ({ children }: { children: string }) => (
  <pre className="wrap-anywhere whitespace-pre-wrap rounded-control bg-sunken px-3 py-2.5 font-mono text-sm">
    <code>{children}</code>
  </pre>
);
