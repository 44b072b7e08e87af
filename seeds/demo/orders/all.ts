import type { DemoWorkOrder } from "../story.ts";
import { brightwater } from "./brightwater.ts";
import { canalStreet } from "./canal-street.ts";
import { cascadeSquare } from "./cascade-square.ts";
import { commonAreas } from "./common-areas.ts";
import { harborLane } from "./harbor-lane.ts";
import { northlight } from "./northlight.ts";
import { secondFloor } from "./second-floor.ts";
import { thirdFloor } from "./third-floor.ts";

export const demoWorkOrders: readonly DemoWorkOrder[] = [
  ...harborLane,
  ...northlight,
  ...secondFloor,
  ...brightwater,
  ...thirdFloor,
  ...commonAreas,
  ...canalStreet,
  ...cascadeSquare,
];
