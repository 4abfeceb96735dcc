from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef Py_ssize_t Index
ctypedef int64_t Int64
ctypedef uint64_t UInt64

ctypedef double[::1] Doubles
ctypedef double[:, ::1] Doubles2
ctypedef double[:, :, ::1] Doubles3
ctypedef double[:, :, :, ::1] Doubles4
ctypedef int8_t[::1] Int8s
ctypedef int32_t[::1] Int32s
ctypedef int32_t[:, ::1] Int32s2
ctypedef int64_t[::1] Ints
ctypedef int64_t[:, ::1] Ints2
ctypedef int64_t[:, :, ::1] Ints3
ctypedef uint8_t[::1] Bytes
ctypedef uint8_t[::1] Flags
ctypedef uint16_t[::1] Words
ctypedef uint16_t[:, ::1] Words2
ctypedef uint32_t[:, ::1] UInt32s2
ctypedef uint64_t[::1] UInt64s
ctypedef uint64_t[:, ::1] UInt64s2

ctypedef const double[::1] ReadDoubles
ctypedef const double[:, ::1] ReadDoubles2
ctypedef const double[:, :, ::1] ReadDoubles3
ctypedef const double[:, :, :, ::1] ReadDoubles4
ctypedef const int8_t[::1] ReadInt8s
ctypedef const int32_t[::1] ReadInt32s
ctypedef const int32_t[:, ::1] ReadInt32s2
ctypedef const int32_t[:, :, ::1] ReadInt32s3
ctypedef const int32_t[:, :, :, ::1] ReadInt32s4
ctypedef const int64_t[::1] ReadInts
ctypedef const int64_t[:, ::1] ReadInts2
ctypedef const int64_t[:, :, ::1] ReadInts3
ctypedef const int64_t[:, :, :, ::1] ReadInts4
ctypedef const uint8_t[::1] ReadBytes
ctypedef const uint8_t[::1] ReadFlags
ctypedef const uint16_t[::1] ReadWords
ctypedef const uint16_t[:, ::1] ReadWords2
ctypedef const uint64_t[::1] ReadUInt64s
