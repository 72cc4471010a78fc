/** R1.7: one notification or message; whether it was read is known on this client only. */
export interface InboxItem {
  id: string;
  name: string;
  unread: boolean;
  details: { avatar?: string; name: string; type: string };
}
