/** What Magic Beanstalk shows of itself on the wire. */
import type * as Wire from "wire-types";

export type BeanstalkView = Wire.RefereeGamesMagicBeanstalkViewTableView;
export type BeanstalkSeat = Wire.RefereeGamesMagicBeanstalkViewSeatView;
