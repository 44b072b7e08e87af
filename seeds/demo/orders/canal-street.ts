import { assign, type DemoOrder, move, note, say, sign } from "../story.ts";

/** Canal Street Works, leased as a whole by Fjord Marine Supply. */
export const canalStreet: readonly DemoOrder[] = [
  {
    ago: "8h",
    who: "erik",
    at: { unit: 1 },
    title: "Roller door stops at knee height",
    description:
      "The big roller door on the canal side stops about two feet above the ground and goes up again. We have a delivery at seven tomorrow morning.",
    category: "Maintenance",
    location: "Workshop, canal side",
    priority: "high",
    story: [
      assign(0.5, "linda", "sam"),
      say(
        0.8,
        "sam",
        "I will be there at four today. If something stands in the light beam near the floor, please move it; that alone may be it.",
      ),
    ],
  },
  {
    ago: "4d 13:15",
    who: "erik",
    at: { unit: 1 },
    title: "Skylight leaks over the rope store",
    description:
      "When it rains from the south the third skylight drips onto the rope store. We have tarps over the shelves.",
    category: "Structural",
    location: "Workshop, third skylight",
    priority: "high",
    photos: ["ceiling close"],
    story: [
      assign(3, "linda", "sam"),
      say(4, "sam", "The roofer comes with me on the first dry day, which looks like Thursday."),
      move(4.1, "sam", "scheduled"),
      note(
        5,
        "sam",
        "Flashing kit for a 4 by 8 skylight is in the van. Third leak on that row, so we should talk about the other five.",
      ),
    ],
  },
  {
    ago: "27d 08:00",
    who: "erik",
    at: { unit: 1 },
    title: "Unit heater does not light",
    description:
      "The gas unit heater over the packing bench clicks but does not light. It is 52 degrees in there.",
    category: "HVAC",
    location: "Workshop, packing bench",
    priority: "high",
    story: [
      assign(0.5, "linda", "priya"),
      move(2, "priya", "in_progress"),
      say(
        4,
        "priya",
        "Igniter and flame sensor replaced, combustion measured. It should be warm in an hour.",
      ),
      move(4.1, "priya", "completed"),
      sign(4.3, "priya", "Erik Halvorsen"),
    ],
  },
  {
    ago: "58d 10:30",
    who: "erik",
    at: { unit: 1 },
    title: "Office sink drains slowly",
    description: "The sink in the upstairs office takes minutes to drain and gurgles.",
    category: "Plumbing",
    location: "Upstairs office",
    priority: "low",
    photos: ["sink close"],
    story: [
      assign(5, "linda", "sam"),
      move(50, "sam", "in_progress"),
      say(51, "sam", "Trap cleaned and the vent cleared of a bird's nest. All well."),
      move(51.1, "sam", "completed"),
      sign(52, "erik"),
    ],
  },
  {
    ago: "104d 14:20",
    who: "linda",
    at: { property: 2 },
    title: "Trim the trees along the canal path",
    description: "The alders along the canal path touch the gutter on the north side.",
    category: "General",
    location: "Yard, north side",
    priority: "low",
    story: [move(30, "linda", "scheduled"), move(170, "linda", "completed")],
  },
  {
    ago: "9d 11:05",
    who: "erik",
    at: { unit: 1 },
    title: "Yard light stays on all day",
    description: "The yard light by the gate no longer switches off in the morning.",
    category: "Electrical",
    location: "Yard, gate",
    priority: "low",
    story: [
      assign(4, "linda", "priya"),
      move(48, "priya", "in_progress"),
      note(49, "priya", "Photocell is painted over. New one ordered, arrives Monday."),
    ],
  },
];
