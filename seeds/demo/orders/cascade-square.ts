import { assign, comment, type DemoWorkOrder, internalComment, move, plan, sign } from "../story.ts";

/**
 * Cascade Square belongs to the other landlord. At Harborview, only the administrator and the facilities lead
 * see these work orders.
 */
export const cascadeSquare: readonly DemoWorkOrder[] = [
  {
    ago: "7h",
    who: "naomi",
    at: { unit: 13 },
    title: "Treatment pool pump making a grinding noise",
    description: "The circulation pump for the treatment pool grinds for a few seconds every time it starts.",
    category: "Maintenance",
    location: "A1, pump closet",
    priority: "high",
    story: [
      assign(1, "victor", "luis"),
      plan(1, "victor", 0, 180),
      move(2, "luis", "in_progress"),
      comment(2.1, "luis", "I've switched over to the standby pump. You can use the pool as usual."),
    ],
  },
  {
    ago: "2d 15:15",
    who: "leo",
    at: { unit: 14 },
    title: "Outlet sparking in the studio",
    description:
      "The outlet by the cyclorama sparked when we unplugged a light. There's a brown mark on the cover plate.",
    category: "Electrical",
    location: "A2, studio floor",
    priority: "urgent",
    photos: ["outlet", "outlet close"],
    story: [
      move(0.2, "victor", "urgent"),
      assign(0.3, "victor", "luis"),
      plan(0.3, "victor", 1, 60),
      comment(1, "luis", "The circuit is off and tagged out. I'll replace the outlet this afternoon."),
    ],
  },
  {
    ago: "18d 09:00",
    who: "naomi",
    at: { unit: 13 },
    title: "Broken tile in changing room",
    description: "A floor tile along the wall in the left changing room is broken and has sharp edges.",
    category: "Structural",
    location: "A1, left changing room",
    priority: "medium",
    photos: ["tile close"],
    story: [
      assign(2, "victor", "luis"),
      move(47, "luis", "in_progress"),
      comment(50, "luis", "Tile replaced. Please keep that corner dry until tomorrow morning."),
      move(50.1, "luis", "completed"),
      sign(50.3, "luis", "Naomi Fields"),
    ],
  },
  {
    ago: "40d 12:40",
    who: "leo",
    at: { unit: 14 },
    title: "AC too loud when recording",
    description:
      "We can hear the AC on every recording. Is there a way to run the fan slower, maybe with a switch?",
    category: "HVAC",
    location: "A2, control room",
    priority: "low",
    story: [
      assign(20, "victor", "luis"),
      internalComment(40, "luis", "Needs a variable frequency drive, about $900. Victor to decide who pays."),
      comment(66, "victor", "We'll pay half if you pay half. Let me know."),
      comment(90, "leo", "Thanks, but we found a quieter way to record."),
      move(91, "leo", "cancelled"),
    ],
  },
  {
    ago: "6d 08:05",
    who: "victor",
    at: { property: 3 },
    title: "Drain and clean plaza fountain",
    description:
      "Drain the basin, scrub the mineral buildup off the nozzles, and check the pumps before refilling.",
    category: "Maintenance",
    location: "Plaza",
    priority: "medium",
    story: [assign(1, "victor", "luis"), plan(1, "victor", 2, 240), move(3, "luis", "scheduled")],
  },
  {
    ago: "23d 17:00",
    who: "luis",
    at: { property: 3 },
    title: "Window cleaning after exterior painting",
    description: "There are fine paint specks on the Block B windows from the exterior painting.",
    category: "Cleaning",
    location: "Block B, street side",
    priority: "low",
    story: [assign(0.1, "luis", "luis"), move(90, "luis", "in_progress"), move(94, "luis", "completed")],
  },
  {
    ago: "4d 10:50",
    who: "luis",
    at: { property: 3 },
    title: "Change bike cage code",
    description:
      "The bike cage code hasn't been changed in two years, and too many people know it. Change it and tell tenants in person.",
    category: "Security",
    location: "Bike cage",
    priority: "medium",
  },
];
