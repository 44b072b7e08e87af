import { thermostatGuide } from "../documents/order-documents.ts";
import { assign, attach, comment, type DemoWorkOrder, internalComment, move, plan, sign } from "../story.ts";

/** Brightwater Software, unit 204 of Harborview Center. */
export const brightwater: readonly DemoWorkOrder[] = [
  {
    ago: "2h",
    who: "emily",
    at: { unit: 9 },
    title: "AC in Suite 204 blowing warm air",
    description:
      "Since this morning the vents on the water side of the open office have been blowing warm air even though the thermostat is calling for cooling. It's 81 degrees at the window desks and rising. The meeting rooms are fine.",
    category: "HVAC",
    location: "Suite 204, open office",
    priority: "urgent",
    photos: ["thermostat", "thermostat close"],
    story: [
      move(0.3, "linda", "urgent"),
      comment(
        0.4,
        "linda",
        "We're on it, Emily. Priya is still in Suite 102 and will come up as soon as she's done there.",
      ),
      attach(0.5, "linda", { name: "Thermostat guide.pdf", write: thermostatGuide, internal: false }),
    ],
  },
  {
    ago: "5h",
    who: "oliver",
    at: { unit: 9 },
    title: "Kitchen faucet dripping",
    description: "The kitchen faucet drips about once a second, even when it's turned off tight.",
    category: "Plumbing",
    location: "Suite 204, kitchen",
    priority: "low",
  },
  {
    ago: "12d 16:40",
    who: "jordan",
    at: { unit: 9 },
    title: "Badge reader at stair door not working",
    description:
      "The badge reader at the second floor stair door has no light and doesn't respond to any badge. People are propping the door open with a chair.",
    category: "Security",
    location: "Second floor, stair B",
    priority: "medium",
  },
  {
    ago: "5d 16:05",
    who: "emily",
    at: { unit: 9 },
    title: "Blocking needed for a wall-mounted whiteboard",
    description:
      "We'd like to hang a 90-pound glass whiteboard in the large meeting room. The wall is just drywall. Could someone add blocking or tell us where the studs are?",
    category: "Other",
    location: "Suite 204, large meeting room",
    priority: "low",
    story: [
      assign(17, "linda", "tom"),
      plan(17, "linda", 2, 120),
      comment(
        19,
        "tom",
        "The studs are 24 inches apart on that wall. I can add a plywood backer behind the drywall. It'll take half a day.",
      ),
      comment(21, "emily", "That would be great. The room is free Friday."),
      move(22, "tom", "scheduled"),
    ],
  },
  {
    ago: "118d 09:40",
    who: "emily",
    at: { unit: 9 },
    title: "Restroom soap dispenser broken",
    description: "The left soap dispenser in the second floor restroom came off the wall.",
    category: "General",
    location: "Second floor restroom",
    priority: "low",
    story: [assign(4, "linda", "tom"), move(24, "tom", "in_progress"), move(25, "tom", "completed")],
  },
  {
    ago: "21d 11:30",
    who: "oliver",
    at: { unit: 9 },
    title: "Burning smell near server closet",
    description:
      "There's a faint smell of burnt plastic near the server closet. Nothing is hot to the touch, and the alarm panel is clear.",
    category: "Electrical",
    location: "Suite 204, server closet",
    priority: "urgent",
    photos: ["outlet close"],
    story: [
      move(0.1, "linda", "urgent"),
      assign(0.1, "linda", "priya"),
      comment(0.3, "priya", "On my way up. Please shut down anything on that rack you can do without."),
      move(0.4, "priya", "in_progress"),
      comment(
        1.6,
        "priya",
        "A power strip had melted at the plug. I removed it and checked the outlet and the wiring behind it with the thermal camera. No damage to the building's wiring.",
      ),
      internalComment(
        1.7,
        "priya",
        "Power strip was overloaded with three UPS units. I gave them a friendly heads-up. Might be worth a line in the next tenant newsletter.",
      ),
      move(1.8, "priya", "completed"),
      sign(2.1, "priya", "Oliver Grant"),
    ],
  },
];
