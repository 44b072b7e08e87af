import { describe, expect, test } from "vitest";
import { getNetwork } from "./sender.ts";

describe("getNetwork", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("the sender %s is counted as %s", (address, network) => expect(getNetwork(address)).toBe(network));
});
