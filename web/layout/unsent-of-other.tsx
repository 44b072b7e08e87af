import { Banner } from "#web/ui/banner.tsx";

/** @param changes `2 changes of Sam Whitfield` */
export const UnsentOfOther = ({ changes }: { changes: string }) => (
  <Banner kind="info" title={`${changes} ${changes.startsWith("1 ") ? "waits" : "wait"} on this phone`}>
    {`Not sent yet. To send ${changes.startsWith("1 ") ? "it" : "them"}, sign in as ${changes.replace(/^.*? of /, "")}.`}
  </Banner>
);
