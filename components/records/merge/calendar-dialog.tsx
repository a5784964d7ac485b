import { Snippet } from "@/components/ui/snippet";
import { buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";

/** A record's calendar. */
export interface CalendarOfRecord {
  /** The resource of the record that it is about. */
  readonly owner: ResourcePath;
  /** Without the service's origin. */
  readonly address: string;
}

/** How to subscribe to a calendar: by a link that calendar apps open, or by its address. */
export function CalendarDialog({ owner, address, onDismiss }: CalendarOfRecord & { onDismiss(): void }) {
  const { origin, host } = window.location;
  return (
    <Dialog title="Add to calendar" onDismiss={onDismiss}>
      <p>
        The dates of this {resourceViews[owner].singular}: openings, closings, last bookable days, and who joins and
        leaves. Your calendar keeps them up to date. Anyone can subscribe.
      </p>
      <p>
        <a href={`webcal://${host}${address}`} className={buttonClass("primary")}>
          Open in calendar app
        </a>
      </p>
      <Snippet label="Or subscribe to this address" text={origin + address} copyLabel="Copy the calendar’s address" />
      <DialogActions dismissal="Close" onDismiss={onDismiss} />
    </Dialog>
  );
}
