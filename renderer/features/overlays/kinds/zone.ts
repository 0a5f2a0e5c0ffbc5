import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useGroup } from '#renderer/kit/form/FormGroup.tsx';
import { periodKinds } from '#shared/season/period.ts';

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the widget's time zone. A widget that needs one and has none gets this device's. */
export function useZone(isNeeded: boolean): string {
  const { methods } = useGroup();
  const zone = useWatch({ control: methods.control, name: 'zone' });
  useEffect(() => {
    if (isNeeded && zone === '') methods.setValue('zone', ownZone);
  }, [methods, isNeeded, zone]);
  return String(zone) || ownZone;
}

/** Whether a span consists of the calendar days of a time zone. */
export const isCalendar = (span: unknown): boolean => periodKinds.some((kind) => kind === span);
