import { z } from 'zod';
import { localDate, localTime, openEnum, optional, timeZone } from './value.js';

/** Contract, "WeeklyWindow". */
export const weeklyWindowSchema = z.object({
  day: openEnum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
  start: localTime,
  end: localTime,
});

/** Contract, "SpecialWindow". */
export const specialWindowSchema = z.object({
  startDate: localDate,
  endDate: localDate,
  start: localTime,
  end: localTime,
});

/** Contract, "Availability". */
export const availabilitySchema = z.object({
  mode: openEnum(['always', 'weekly', 'special']),
  timezone: timeZone,
  isOnNow: z.boolean(),
  weekly: optional(z.array(weeklyWindowSchema)),
  special: optional(specialWindowSchema),
});

export type WeeklyWindow = z.infer<typeof weeklyWindowSchema>;
export type SpecialWindow = z.infer<typeof specialWindowSchema>;
export type Availability = z.infer<typeof availabilitySchema>;
