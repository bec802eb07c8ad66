import { configure } from '@testing-library/react'

/** Parts that load late take longer than the library's one second on a machine that does other things as well. */
configure({ asyncUtilTimeout: 60_000 })
