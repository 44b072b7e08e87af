import { Suspense } from "react";
import { useLocation, useSearch } from "wouter";
import { Guide } from "#domains/developers/web/guide.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { TabPanel, Tabs } from "#web/ui/page/tabs.tsx";
import { developersPath } from "../paths.ts";

const Reference = lazyPart(() =>
  import("#domains/developers/web/reference.tsx").then((module) => ({ default: module.Reference })),
);

const tabs = [
  { value: "guide", label: "Guide" },
  { value: "reference", label: "Reference" },
] as const;
type Tab = (typeof tabs)[number]["value"];

/** The API guide for developers and the reference of every endpoint. */
export default function DevelopersPage() {
  const [, navigate] = useLocation();
  const tab: Tab = new URLSearchParams(useSearch()).get("tab") === "reference" ? "reference" : "guide";
  return (
    <>
      <PageHeader title="Developers" />
      <div className="mb-4">
        <Tabs
          name="developers"
          label="Guide or reference"
          tabs={tabs}
          value={tab}
          onChange={(nextTab) =>
            navigate(nextTab === "guide" ? developersPath : `${developersPath}?tab=${nextTab}`)
          }
        />
      </div>
      <TabPanel name="developers" value={tab}>
        {tab === "guide" ? (
          <Guide />
        ) : (
          <Suspense fallback={<SkeletonRows count={8} />}>
            <Reference />
          </Suspense>
        )}
      </TabPanel>
    </>
  );
}
