/* Variables of the environment that change what CUDA does with a program (semantics S3.5, S3.6,
 * S3.8). A prediction takes them from its options and from what the program sets, and so does a
 * measurement: never from the shell that nullstream was started in, of which the other would know
 * nothing.
 */
#ifndef SIM_MODEL_VARIABLES_H
#define SIM_MODEL_VARIABLES_H

#define VARIABLE_LAUNCH_BLOCKING      "CUDA_LAUNCH_BLOCKING"
#define VARIABLE_MAX_CONNECTIONS      "CUDA_DEVICE_MAX_CONNECTIONS"
#define VARIABLE_MAX_COPY_CONNECTIONS "CUDA_DEVICE_MAX_COPY_CONNECTIONS"
#define VARIABLE_MODULE_LOADING       "CUDA_MODULE_LOADING"
#define VARIABLE_SCALE_LAUNCH_QUEUES  "CUDA_SCALE_LAUNCH_QUEUES"

/* What the two of connections take at most (S3.6); a device may have fewer. */
#define VARIABLE_CONNECTIONS_MOST 32

#define VARIABLES(NAME)                                                                            \
    NAME(VARIABLE_LAUNCH_BLOCKING)                                                                 \
    NAME(VARIABLE_MAX_CONNECTIONS)                                                                 \
    NAME(VARIABLE_MAX_COPY_CONNECTIONS)                                                            \
    NAME(VARIABLE_MODULE_LOADING)                                                                  \
    NAME(VARIABLE_SCALE_LAUNCH_QUEUES)

#endif
