/** Texts of the list of notices. */
export const notices = {
  'notices.title': 'Notifications',
  'notices.filter': 'Kind',
  'notices.orders': 'Orders',
  'notices.account': 'Account',
  'notices.readAll': 'Mark all read',
  'notices.yesterday': 'Yesterday',
  'notices.emptyTitle': 'No notifications',
  'notices.emptyText': 'Fills, alerts and payments are listed here.',
  'notices.failed': 'Notifications did not load',
  'notices.end': 'Notifications are kept for 90 days.',
} as const;
