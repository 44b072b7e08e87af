import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import {
  type Preferences,
  readPreferences,
  setPreference,
} from "#domains/notifications/preferences-contract.ts";
import { call, toUserMessage } from "#web/api-client.ts";
import { Check } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Switch } from "#web/ui/forms/switch.tsx";

type Topic = Preferences["topics"][number];
type Channel = "inPortal" | "byEmail" | "byPush";
type ChannelChange = { channel: Channel; isOn: boolean };

/** The channels of a topic, in the order of their columns. */
export const channelLabels = {
  inPortal: "In the portal",
  byEmail: "By email",
  byPush: "Push",
} as const satisfies Record<Channel, string>;
const channels = Object.keys(channelLabels) as Channel[];

const preferencesQuery = endpointQuery(readPreferences, {});

/** A topic with a switch for each channel. A switch changes immediately and reverts if it can't be saved. */
export function TopicPreference({ topic: { topic, label, about, ...isOn } }: { topic: Topic }) {
  const id = useId();
  const canWrite = useIsServerReachable();
  const { save, isSaved } = useSavePreference(topic);
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be a grid
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-about`}
      className="grid grid-cols-[10fr_9fr_7fr] gap-x-3 gap-y-1 px-(--inset) py-3.5 sm:grid-cols-[1fr_6rem_5rem_4rem] sm:items-center"
    >
      <div className="max-sm:col-span-3">
        <p className="flex flex-wrap items-center gap-x-3">
          <span id={`${id}-label`} className="font-medium">
            {label}
          </span>
          <span role="status" className="inline-flex items-center gap-1 text-green-text text-sm">
            {isSaved && (
              <>
                <Check aria-hidden="true" className="size-3.5" />
                Saved
              </>
            )}
          </span>
        </p>
        <p id={`${id}-about`} className="text-ink-soft text-sm">
          {about}
        </p>
      </div>
      {channels.map((channel) => (
        <Switch
          key={channel}
          label={channelLabels[channel]}
          checked={isOn[channel]}
          disabled={!canWrite}
          onChange={(event) => save({ channel, isOn: event.target.checked })}
        />
      ))}
    </div>
  );
}

function useSavePreference(topic: Topic["topic"]) {
  const queryClient = useQueryClient();
  const showChange = ({ channel, isOn }: ChannelChange) =>
    queryClient.setQueryData(preferencesQuery.queryKey, (current) =>
      current === undefined
        ? undefined
        : {
            ...current,
            topics: current.topics.map((entry) =>
              entry.topic === topic ? { ...entry, [channel]: isOn } : entry,
            ),
          },
    );
  const mutation = useMutation({
    // One request at a time, so the last change wins.
    scope: { id: "notification-preferences" },
    mutationFn: ({ channel, isOn }: ChannelChange) =>
      call(setPreference, { body: { topic, [channel]: isOn } }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: preferencesQuery.queryKey });
      showChange(change);
    },
    onError: (error, change) => {
      showChange({ ...change, isOn: !change.isOn });
      toast({
        title: "Not Saved",
        description: toUserMessage(error),
        variant: "destructive",
      });
    },
  });
  return { save: mutation.mutate, isSaved: mutation.isSuccess };
}
